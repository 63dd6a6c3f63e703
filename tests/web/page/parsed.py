"""A page as it is read: its tags, and whether they close in order."""

from html.parser import HTMLParser

VOID = {"input", "meta", "link", "br", "hr", "img"}


class Page(HTMLParser):
    """Reads a page and keeps its tags; complains where they do not close in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words = [], [], []
        self.feed(str(text))
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag, **wanted):
        return [a for t, a in self.tags if t == tag and all(a.get(k.replace("_", "-")) == v for k, v in wanted.items())]
