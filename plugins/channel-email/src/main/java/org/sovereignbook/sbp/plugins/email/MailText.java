package org.sovereignbook.sbp.plugins.email;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;

/** Plain text of mails: HTML as text, quoted history cut, characters that steer left out. */
final class MailText {
  private static final Set<String> SKIPPED =
      Set.of("script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg");
  private static final Set<String> LINES =
      Set.of(
          "br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table");
  private static final Map<String, String> ENTITIES =
      Map.of(
          "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "euro", "€",
          "hellip", "…", "ndash", "–", "mdash", "—");
  private static final int MAX_ENTITY = 10;

  /** Lines after which the history begins, in the words of usual programs. */
  private static final List<Pattern> HISTORY =
      List.of(
          Pattern.compile(
              "-{2,}\\s*(Original Message|Ursprüngliche Nachricht|Message d'origine)\\s*-{2,}.*"),
          Pattern.compile("_{20,}"),
          Pattern.compile(
              "(On|Am|Le|El|Il)\\b.{3,200}(wrote|schrieb|écrit|escribió|scritto).{0,100}:\\s*"),
          Pattern.compile("(From|Von|De): .{1,200}@.{1,200}"));

  private MailText() {}

  /** Returns the text without characters that could steer or hide, and with plain line ends. */
  static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .filter(each -> each == '\n' || each == '\t' || !PeerText.isUnsafe(each))
        .forEach(plain::appendCodePoint);
    return plain.toString().strip();
  }

  /** Returns what a person has written, without the history that it answers. */
  static String withoutHistory(String text) {
    List<String> kept = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (isHistory(lines, i)) {
        break;
      }
      if (!lines.get(i).startsWith(">")) {
        kept.add(lines.get(i));
      }
    }
    String own = String.join("\n", kept).strip();
    return own.isEmpty() ? text.strip() : own;
  }

  /** Returns whether the history begins here; its heading may be two lines. */
  private static boolean isHistory(List<String> lines, int i) {
    String line = lines.get(i).strip();
    String both = i + 1 < lines.size() ? line + " " + lines.get(i + 1).strip() : line;
    boolean isBeforeQuote =
        lines.stream().skip(i + 1L).limit(4).anyMatch(next -> next.startsWith(">"));
    return HISTORY.subList(0, 3).stream().anyMatch(form -> form.matcher(line).matches())
        || (HISTORY.get(2).matcher(both).matches() && isBeforeQuote)
        || (HISTORY.get(3).matcher(line).matches() && i > 0 && isHeader(lines, i + 1));
  }

  private static boolean isHeader(List<String> lines, int i) {
    return i < lines.size()
        && lines.get(i).strip().matches("(Sent|To|Date|Gesendet|An|Datum|Envoyé|À): .*");
  }

  /** Returns HTML as text. Nothing is fetched; addresses of images and links are left out. */
  static String ofHtml(String html) {
    StringBuilder text = new StringBuilder();
    Optional<String> skipped = Optional.empty();
    int at = 0;
    while (at < html.length()) {
      char c = html.charAt(at);
      if (c == '<') {
        int end = tagEnd(html, at);
        String name = tagName(html, at);
        if (skipped.isEmpty() && SKIPPED.contains(name)) {
          skipped = Optional.of("/" + name);
        } else if (skipped.filter(name::equals).isPresent()) {
          skipped = Optional.empty();
        } else if (LINES.contains(name.startsWith("/") ? name.substring(1) : name)) {
          text.append('\n');
        }
        at = end;
      } else if (skipped.isPresent()) {
        at++;
      } else if (c == '&') {
        at = entity(html, at, text);
      } else {
        text.append(Character.isWhitespace(c) ? ' ' : c);
        at++;
      }
    }
    return text.toString()
        .replaceAll("[ \\t]+", " ")
        .replaceAll("(?m)^ +| +$", "")
        .replaceAll("\n{3,}", "\n\n")
        .strip();
  }

  private static int tagEnd(String html, int at) {
    int end = html.startsWith("<!--", at) ? html.indexOf("-->", at) : html.indexOf('>', at);
    return end < 0 ? html.length() : html.indexOf('>', end) + 1;
  }

  private static String tagName(String html, int at) {
    int end = at + 1;
    while (end < html.length()
        && (Character.isLetterOrDigit(html.charAt(end)) || html.charAt(end) == '/')
        && (html.charAt(end) != '/' || end == at + 1)) {
      end++;
    }
    return html.substring(at + 1, end).toLowerCase(Locale.ROOT);
  }

  private static int entity(String html, int at, StringBuilder text) {
    int end = html.indexOf(';', at, Math.min(html.length(), at + MAX_ENTITY + 1));
    if (end < 0) {
      text.append('&');
      return at + 1;
    }
    String name = html.substring(at + 1, end);
    text.append(
        name.startsWith("#")
            ? character(name.substring(1))
            : ENTITIES.getOrDefault(name.toLowerCase(Locale.ROOT), ""));
    return end + 1;
  }

  private static String character(String number) {
    try {
      int code =
          number.startsWith("x") || number.startsWith("X")
              ? Integer.parseInt(number.substring(1), 16)
              : Integer.parseInt(number);
      return Character.isValidCodePoint(code) ? Character.toString(code) : "";
    } catch (NumberFormatException e) {
      return "";
    }
  }
}
