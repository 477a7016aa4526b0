//! The pages. Each borrows what it shows and tells what a person wishes.

pub mod connect;
pub mod home;
pub mod live;
