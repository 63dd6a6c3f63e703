"""The page that says how the dice of a table are checked: it is true of the rule under which the table began."""

import pytest

from cliffhanger.web.page import dice_check
from cliffhanger.web.page.view import TableMeta


@pytest.mark.parametrize(
    ("settled", "says", "not_so"),
    [(True, "settles their dice", "uses the last words"), (False, "uses the last words", "settles")],
)
def test_the_page_says_in_five_sentences_what_is_so_at_its_table(settled, says, not_so):
    meta = TableMeta("lamp-1", "Friday night", key_hash="ab" * 32, settled=settled)
    said = dice_check.sentences(meta)
    assert len(said) == 5
    assert says in said[2]
    assert not_so not in said[2]
    assert str(dice_check.page(meta)).count("<li>") == 5
