"""What the way in says of the address, and the recap of what was likely all along."""

from fractions import Fraction

from cliffhanger.table.highlight import Highlight
from cliffhanger.table.recap_markdown import odds_in_words
from cliffhanger.web.page.lobby import way
from cliffhanger.web.page.recap import one_in
from cliffhanger.web.page.view import WayIn


def test_an_address_that_no_phone_can_reach_is_not_offered_to_phones():
    for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        page = str(way(WayIn(f"http://{host}/t/kelp-hood-bay-mango")))
        assert "Only this computer can open it. Start the server with make play, or with --host 0.0.0.0," in page
        assert "Point a phone" not in page
    page = str(way(WayIn("http://192.168.0.7:8000/t/kelp-hood-bay-mango")))
    assert "Point a phone at it, or type the four words at 192.168.0.7:8000." in page


def test_what_was_to_be_expected_is_no_one_in_one():
    for chance, words in ((Fraction(1, 81), "1 in 81"), (Fraction(2, 17), "about 1 in 8"), (Fraction(9, 10), "90 %")):
        night = Highlight(1, "Juno", chance, "you hit", came=True, dice=(), event=None)
        assert one_in(night) == odds_in_words(night) == words
