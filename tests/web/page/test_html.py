"""What tells markup from text: what is filled in is escaped, unless it is markup itself."""

import pickle

import pytest

from cliffhanger.kernel.translation import speaking
from cliffhanger.web.page import door, language, masthead, taking_back
from cliffhanger.web.page.html import NOTHING, Markup, esc, joined, numbered
from cliffhanger.web.page.regions import whole

ODD = "<script>alert(\"1\")</script> & 'x'"
SAFE = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"


@pytest.mark.parametrize(
    "drawn",
    [
        Markup("<b>{name}</b>").format(name=ODD),
        Markup("<b>{}</b>").format(ODD),
        Markup("<b>{name:s}</b>").format(name=ODD),
        Markup("<b>%s</b>") % ODD,
        Markup("<b>{words}</b>").format(words=esc("{name}").format(name=ODD)),
        joined((Markup("<b>"), ODD, Markup("</b>"))),
        Markup("<b>") + ODD + Markup("</b>"),
        Markup("<b>x</b>").replace("x", ODD),
    ],
)
def test_text_that_is_filled_in_stays_text(drawn):
    assert str(drawn) == f"<b>{SAFE}</b>"
    assert type(drawn) is Markup


SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
DROPPED = {*map(chr, (*range(9), *range(11, 32), 127)), *"\u200e\u200f\u202a\u202e\u2066\u2069\ufeff"}


@pytest.mark.parametrize("long", ["", "x" * 500], ids=["remembered", "long"])
def test_every_sign_is_written_as_it_has_to_be(long):
    wrong = []
    for sign in (*map(chr, range(0x300)), *DROPPED, "\u2192", "\U0001f3b2"):
        as_html = "" if sign in DROPPED else SIGNS.get(sign, sign if sign.isascii() else f"&#{ord(sign)};")
        drawn = {str(esc(f"a{sign}b{long}")), str(Markup("{it}").format(it=f"a{sign}b{long}"))}
        if drawn != {f"a{as_html}b{long}"}:
            wrong.append((sign, drawn))
    assert wrong == []


def test_text_is_no_markup_once_it_is_remembered():
    assert str(Markup("{it}").format(it="<i>")) == "&lt;i&gt;"
    assert str(Markup("{it}").format(it=Markup("<i>"))) == "<i>"
    assert str(Markup("{it}").format(it="<i>")) == "&lt;i&gt;"


def test_one_part_alone_stays_the_same_object():
    alone = Markup("<b>x</b>")
    assert joined((alone,)) is alone
    assert type(joined((ODD,))) is Markup
    assert SAFE in joined((ODD,))


def test_markup_that_is_filled_in_is_not_escaped_again():
    inner = Markup("<b>{name}</b>").format(name="A & B")
    assert str(Markup("<p>{a}{b}{n}</p>").format(a=inner, b=NOTHING, n=7)) == "<p><b>A &amp; B</b>7</p>"
    assert esc(inner) is inner
    assert pickle.loads(pickle.dumps(inner)) == inner  # as it comes from a worker process


def test_a_field_that_is_not_given_is_an_error():
    with pytest.raises(KeyError):
        Markup("<p>{name}</p>").format(names="x")


def test_the_numbers_of_forms_are_markup():
    page = Markup('<input type="hidden" name="id" value="0-x">')
    assert str(numbered(page, 7)) == '<input type="hidden" name="id" value="7-x">'


def test_a_translation_is_text_as_well(tmp_path, monkeypatch):
    package = tmp_path / f"words_of_{tmp_path.name}"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    po = f'{head}msgid "Go back"\nmsgstr "<script>"\n\nmsgid "Take back the last act"\nmsgstr "\\" onfocus=\\"x"\n'
    (package / "locale" / "qya.po").write_text(po, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(language.MESSAGES, "package", package.name)
    top = {"title": ODD, "where": ODD, "head": ODD, "ask": ODD, "base": "/t/x", "paused": False}
    with speaking("qya"):
        assert "<script>" not in door.message("x", "y")
        drawn = whole([masthead.masthead(**top, undo=taking_back.tool("/t/x", 3, "", own=True))])
    assert "<script>" not in drawn
    assert ' onfocus="' not in drawn
    assert drawn.count(SAFE) == 5
    assert "Take back the last act" in whole(
        [masthead.masthead(**top, undo=taking_back.tool("/t/x", 3, "", own=True))]
    )  # what was drawn in one language is not shown in another
