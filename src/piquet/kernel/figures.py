"""What is known of the solved table beforehand; a table that differs anywhere is refused.

Positions are counted at trick boundaries, leader to move, by cards in each hand from 1 to 12.  The
counts also follow from counting words of suits by Burnside's lemma.  Sums are of s = 2 T + z L over
them, by z (the worth of the last trick: 1 where it scores an extra point, -1 where it does not).
"""

__all__ = ["COUNTS", "DIGESTS", "FORMAT", "SUMS"]

FORMAT = 1  # of the file: rises when its layout or the numbering of positions changes

COUNTS = (
    3,
    21,
    126,
    747,
    3_676,
    17_040,
    72_346,
    278_246,
    952_728,
    2_940_524,
    8_034_748,
    18_770_684,
)

SUMS = {
    1: (
        6,
        67,
        531,
        3_869,
        22_992,
        124_431,
        602_803,
        2_601_530,
        9_869_240,
        33_373_427,
        99_059_686,
        249_741_035,
    ),
    -1: (
        2,
        43,
        411,
        3_223,
        19_939,
        110_330,
        542_001,
        2_361_885,
        9_030_492,
        30_726_090,
        91_661_442,
        232_075_688,
    ),
}

# SHA-256 of the packed values.
DIGESTS = {
    1: "2eb728e5e89ae1f293b8fd1d058d410dfd550f2f8415bc0acb0309fee442fb21",
    -1: "797a3f112b5db6931400d65f92c24a412c63d560cf4bc74cc20fb65b4888cd26",
}
