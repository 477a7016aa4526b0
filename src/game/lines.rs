//! Lines of discs on bit boards: where a disc may be placed, and what it turns over.
//!
//! A step along a row, a column or a diagonal is a shift. The other side's discs on the outer columns are left out
//! of a run that goes sideways, so that no run wraps around the board's edge.

/// The squares of an 8×8 board less those in the columns a and h.
const INNER_8: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The squares of a 10×10 board less those in the columns a and j.
const INNER_10: u128 = {
    let mut set = 0;
    let mut row = 0;
    while row < 10 {
        set |= 0b01_1111_1110 << (row * 10);
        row += 1;
    }
    set
};

/// Legal squares on 8×8 in 64-bit words: per direction, runs of the other side's discs that start beside an own
/// disc, grown in doubling steps; the square behind a run is legal if it is empty.
pub(super) fn legal_8(own: u64, other: u64, empty: u64) -> u64 {
    let inner = other & INNER_8;
    let mut legal = 0;
    for (shift, through) in [(1, inner), (8, other), (7, inner), (9, inner)] {
        let mut up = through & (own << shift);
        let mut down = through & (own >> shift);
        up |= through & (up << shift);
        down |= through & (down >> shift);
        let (up2, down2) = (through & (through << shift), through & (through >> shift));
        up |= up2 & (up << (2 * shift));
        down |= down2 & (down >> (2 * shift));
        up |= up2 & (up << (2 * shift));
        down |= down2 & (down >> (2 * shift));
        legal |= up << shift | down >> shift;
    }
    legal & empty
}

/// The same on 10×10 in 128-bit words. Blocked squares hold no disc, so every run ends at them.
pub(super) fn legal_wide(own: u128, other: u128, empty: u128) -> u128 {
    let inner = other & INNER_10;
    let mut legal = 0;
    for (shift, through) in [(1, inner), (10, other), (9, inner), (11, inner)] {
        let mut up = through & (own << shift);
        let mut down = through & (own >> shift);
        up |= through & (up << shift);
        down |= through & (down >> shift);
        let (up2, down2) = (through & (through << shift), through & (through >> shift));
        // A run is at most eight discs long: 2, then 4, 6 and 8.
        for _ in 0..3 {
            up |= up2 & (up << (2 * shift));
            down |= down2 & (down >> (2 * shift));
        }
        legal |= up << shift | down >> shift;
    }
    legal & empty
}

/// The discs turned over by a disc on `mv` on 8×8: per direction, the run of the other side's discs beside it, grown
/// as in [`legal_8`], if an own disc lies behind the run.
pub(super) fn flips_8(mv: u64, own: u64, other: u64) -> u64 {
    let inner = other & INNER_8;
    let mut flips = 0;
    for (shift, through) in [(1, inner), (8, other), (7, inner), (9, inner)] {
        let mut up = through & (mv << shift);
        let mut down = through & (mv >> shift);
        up |= through & (up << shift);
        down |= through & (down >> shift);
        let (up2, down2) = (through & (through << shift), through & (through >> shift));
        up |= up2 & (up << (2 * shift));
        down |= down2 & (down >> (2 * shift));
        up |= up2 & (up << (2 * shift));
        down |= down2 & (down >> (2 * shift));
        // Everything in a run but its end is followed by another disc of the run, so this asks about the end only.
        flips |= if up << shift & own == 0 { 0 } else { up };
        flips |= if down >> shift & own == 0 { 0 } else { down };
    }
    flips
}

/// The same on 10×10, one step at a time: most runs are short.
pub(super) fn flips_wide(mv: u128, own: u128, other: u128) -> u128 {
    let inner = other & INNER_10;
    let mut flips = 0;
    for (shift, through) in [(1, inner), (10, other), (9, inner), (11, inner)] {
        let mut run = 0;
        let mut step = mv << shift & through;
        while step != 0 {
            run |= step;
            step = step << shift & through;
        }
        if (run << shift) & own != 0 {
            flips |= run;
        }
        let mut run = 0;
        let mut step = mv >> shift & through;
        while step != 0 {
            run |= step;
            step = step >> shift & through;
        }
        if (run >> shift) & own != 0 {
            flips |= run;
        }
    }
    flips
}
