"""Two rankings become one."""

from antiphon.retrieval.fuse import fuse


def test_what_both_have_comes_before_what_one_has() -> None:
    fused = fuse({"words": [1, 2, 3], "meaning": [4, 2, 5]}, 10)

    assert fused[0].chunk_id == 2
    assert fused[0].by == ("words", "meaning")
    assert [each.chunk_id for each in fused] == [2, 1, 4, 3, 5]
    assert fused[1].score == 1 / 61


def test_a_piece_counts_once_in_a_ranking() -> None:
    assert fuse({"words": [7, 7, 7, 8]}, 10) == fuse({"words": [7, 8]}, 10)


def test_no_more_than_asked_for() -> None:
    assert len(fuse({"words": range(100), "meaning": range(50, 150)}, 5)) == 5
    assert fuse({"words": [], "meaning": []}, 5) == ()
