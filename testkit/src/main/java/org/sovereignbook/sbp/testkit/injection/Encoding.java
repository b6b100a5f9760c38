package org.sovereignbook.sbp.testkit.injection;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Words;

/** Encoding that hides a text from rules that search for words; the corpus has the plain text. */
public enum Encoding {
  BASE64(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))),
  HEX(text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8))),
  ROT13(text -> each(text, Encoding::rotated)),
  /** A space of no width after each character. */
  ZERO_WIDTH(
      text ->
          text.codePoints()
              .mapToObj(c -> Character.toString(c) + '\u200b')
              .collect(Collectors.joining())),
  /** Cyrillic characters that look Latin. */
  HOMOGLYPH(text -> each(text, c -> replaced(c, "aceiopsxyAEIOPX", "асеіорѕхуАЕІОРХ"))),
  /** Written backwards, and turned around by an override. */
  BIDI(text -> '\u202e' + new StringBuilder(text).reverse().toString() + '\u202c'),
  FULLWIDTH(text -> each(text, c -> c > ' ' && c < 0x7f ? c - ' ' + 0xff00 : c)),
  /** Characters that no font shows, behind one that it does. */
  TAGS(text -> "Fog." + each(text, c -> c < 0x80 ? c + 0xe0000 : c));

  @SuppressWarnings("ImmutableEnumChecker") // Each is made here and holds no state.
  private final UnaryOperator<String> rule;

  Encoding(UnaryOperator<String> rule) {
    this.rule = rule;
  }

  String apply(String text) {
    return rule.apply(text);
  }

  private static String each(String text, IntUnaryOperator rule) {
    return text.codePoints()
        .map(rule)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static int rotated(int c) {
    int base = Character.isUpperCase(c) ? 'A' : 'a';
    boolean latin = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return latin ? (c - base + 13) % 26 + base : c;
  }

  private static int replaced(int c, String from, String to) {
    int at = from.indexOf(c);
    return at < 0 ? c : to.charAt(at);
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
