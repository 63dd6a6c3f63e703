"""References of forms: the Markdown that they use as HTML, and the words that it tells of."""

from cliffhanger.web.page import reference

TEXT = """# Lanterns

What a `<b>` is
goes on.

## Effects

- One thing
  and more
  - `deep`
- Another

### burn

It `burns`.

```toml
burn = "<i>"
```

> Burn it.

### Holder

Not a word of a file.

## Moments

| word | when |
|---|---|
| `dusk` | At `dusk`. |
| `{ x = 1 }` | later |"""


def test_markdown_becomes_html_in_which_nothing_is_left_unescaped():
    told = reference.read(lambda: TEXT)
    assert told.title == "Lanterns"
    assert told.body == (
        "<p>What a <code>&lt;b&gt;</code> is goes on.</p>"
        '<h2 id="effects">Effects</h2><ul><li>One thing and more<ul><li><code>deep</code></li></ul></li><li>Another</li></ul>'
        '<h3 id="effects-burn">burn</h3><p>It <code>burns</code>.</p>'
        '<pre class="code">burn = &quot;&lt;i&gt;&quot;</pre><blockquote>Burn it.</blockquote>'
        '<h3 id="effects-holder">Holder</h3><p>Not a word of a file.</p>'
        '<h2 id="moments">Moments</h2><div class="wide" tabindex="0"><table><thead><tr><th>word</th><th>when</th></tr></thead>'
        '<tbody><tr id="moments-dusk"><td><code>dusk</code></td><td>At <code>dusk</code>.</td></tr>'
        "<tr><td><code>{ x = 1 }</code></td><td>later</td></tr></tbody></table></div>"
    )


def test_the_words_of_a_reference_are_those_of_files():
    told = reference.read(lambda: TEXT)
    assert told.sections == [("effects", "Effects"), ("moments", "Moments")]
    assert [(each.section, each.word, each.id, each.says) for each in told.words] == [
        ("Effects", "burn", "effects-burn", "It burns."),
        ("Moments", "dusk", "moments-dusk", "At dusk."),
    ]
