package org.sovereignbook.sbp.base.protocol;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Visible form of a peer's self-given name: whether anything of it is visible, and which names look
 * alike, after the manner of UTS 39 with a small table of our own: Latin against Cyrillic, Greek,
 * Armenian and Cherokee, digits and capitals against small letters. It errs towards too many
 * lookalikes; callers then show a key as well, and refuse nothing.
 */
public final class DisplayName {
  /** Characters by their looks, the Latin one first. */
  private static final String[] ALIKE = {
    "AАΑᎪ",
    "BВΒᏴ",
    "CСϹᏟ",
    "DᎠ",
    "EЕΕᎬ",
    "FϜ",
    "GԌᏀ",
    "HНΗᎻ",
    "IІΙӀ",
    "JЈᎫ",
    "KКΚᏦ",
    "LԼᏞ",
    "MМΜᎷ",
    "NΝ",
    "OОΟՕ",
    "PРΡᏢ",
    "QԚ",
    "RᎡᏒ",
    "SЅՏᏚ",
    "TТΤᎢ",
    "UՍ",
    "VѴᏙ",
    "WԜᎳ",
    "XХΧ",
    "YҮΥУ",
    "ZΖᏃ",
    "aаαɑᴀ",
    "bьвʙ",
    "cсϲᴄ",
    "dԁ",
    "eеεєᴇ",
    "gցɡԍɢ",
    "hһհнʜ",
    "iіιıɪɩ",
    "jјյȷ",
    "kкκᴋ",
    "lӏǀʟł",
    "mмᴍ",
    "nпηոɴ",
    "oоοσօᴏ",
    "pрρ",
    "qԛզ",
    "rгʀ",
    "sѕꜱ",
    "tтτᴛ",
    "uυսᴜ",
    "vνѵᴠ",
    "wԝωѡᴡ",
    "xхχ",
    "yуγү",
    "zᴢ",
    "-‐‑‒–—―−_",
    "'’‘ʼ`´ʹ",
    "·•∙⋅"
  };

  private static final Map<Integer, Character> LATIN = latin();

  private DisplayName() {}

  /**
   * Returns whether nothing is visible: only spaces, marks without a base, invisible characters.
   */
  public static boolean isBlank(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
        .codePoints()
        .allMatch(DisplayName::isInvisible);
  }

  /** Returns a form that is equal for names that look alike. */
  public static String skeleton(String name) {
    String looks =
        Normalizer.normalize(name, Normalizer.Form.NFKD)
            .codePoints()
            .filter(c -> !isInvisible(c))
            .mapToObj(c -> LATIN.containsKey(c) ? LATIN.get(c).toString() : Character.toString(c))
            .collect(Collectors.joining());
    return looks
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT)
        .replace("rn", "m")
        .replace("vv", "w")
        .replace('0', 'o')
        .replaceAll("[i1|!]", "l");
  }

  private static boolean isInvisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          true;
      // Characters without a picture: Hangul fillers, an empty Braille cell, a null note.
      default ->
          switch (codePoint) {
            case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0xFFFC, 0x1D159 -> true;
            default -> false;
          };
    };
  }

  private static Map<Integer, Character> latin() {
    Map<Integer, Character> latin = new HashMap<>();
    for (String alike : ALIKE) {
      alike.codePoints().skip(1).forEach(other -> latin.put(other, alike.charAt(0)));
    }
    return latin;
  }
}
