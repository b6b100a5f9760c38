package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON values inside the text of a sloppy producer: a language model, its command line, a script.
 *
 * <p>Around a value may stand anything: prose, a code fence, log lines, terminal colours, the
 * special tokens of a model. Inside it, comments, trailing commas and raw line ends in strings are
 * mended; everything else must be the JSON that {@link JsonReader#file} reads. Values inside a
 * reasoning part are drafts and never found. A value is found whole or not at all: nothing is taken
 * from inside one that is broken. Time is linear in the text but for {@link #MAX_RESUMED} values
 * without an end. Thread-safe.
 */
public final class JsonSearch {

  /** A place in the text that looks like an object or an array. */
  private sealed interface Found {
    /** A complete value. */
    record Value(JsonValue value) implements Found {}

    /** Text that begins like a value and is none. */
    record Broken(MalformedJson why) implements Found {}
  }

  /**
   * Limit of values without an end after which the search continues, each at the next code fence.
   */
  private static final int MAX_RESUMED = 10;

  private static final int NONE = -1;

  private static final String TAGS =
      "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis";

  /** {@code <think>}, {@code [THINK]}, {@code ◁think▷}, and a channel of OpenAI's open models. */
  private static final Pattern REASONING =
      Pattern.compile(
          "[<\\[◁](?:" + TAGS + ")[>\\]▷]|<\\|channel\\|>(?:analysis|commentary)",
          Pattern.CASE_INSENSITIVE);

  /** Ends a reasoning part; some chat templates write its beginning themselves. */
  private static final Pattern REASONED =
      Pattern.compile(
          "[<\\[◁]/(?:" + TAGS + ")[>\\]▷]|<\\|channel\\|>final", Pattern.CASE_INSENSITIVE);

  private static final Pattern TERMINAL_COLOURS = Pattern.compile("\u001B\\[[0-9;?]*[ -/]*[@-~]");
  private static final Pattern FENCE = Pattern.compile("(?m)^[ \\t]*(?:```|~~~)");
  private static final Pattern OBJECT = Pattern.compile("\\{\\s*[\"}/]");

  /** An array of objects; of others only an empty one alone on its line, unlike a citation. */
  private static final Pattern ARRAY = Pattern.compile("\\[\\s*[{/]|\\[\\s*\\](?=\\s*(?:\\R|\\z))");

  private final String text;
  private final List<Found> found = new ArrayList<>();
  private int at;
  private int resumed;

  private JsonSearch(String text) {
    this.text = text;
  }

  /**
   * Returns the objects and arrays at the top level of a text, the last one first: a producer's
   * final answer is its last one.
   *
   * @throws MalformedJson when there is none, or when the last one is broken: what stands before it
   *     is a draft
   */
  public static List<JsonValue> lastFirst(String text) throws MalformedJson {
    List<Found> found = in(text);
    if (found.isEmpty()) {
      throw malformed("there is no complete object or array");
    }
    if (found.getLast() instanceof Found.Broken(MalformedJson why)) {
      throw why;
    }
    return found.reversed().stream()
        .filter(Found.Value.class::isInstance)
        .map(each -> ((Found.Value) each).value())
        .toList();
  }

  private static List<Found> in(String text) {
    try {
      JsonValue whole = strict(text.strip());
      return whole instanceof JsonString(String inner)
          ? new JsonSearch(inner).search()
          : List.of(new Found.Value(whole));
    } catch (MalformedJson e) {
      return new JsonSearch(TERMINAL_COLOURS.matcher(text).replaceAll("")).search();
    }
  }

  /**
   * Returns a text without the reasoning part at its beginning. A part that never ends leaves
   * nothing; one without a beginning counts if its end is on a line of its own.
   */
  public static String withoutReasoning(String text) {
    Matcher end = REASONED.matcher(text);
    Matcher begin = REASONING.matcher(text);
    begin.region(text.length() - text.stripLeading().length(), text.length());
    if (begin.lookingAt()) {
      return end.find(begin.end()) ? text.substring(end.end()) : "";
    }
    boolean lone = end.find() && !begin.region(0, end.start()).find() && isAlone(text, end);
    return lone ? text.substring(end.end()) : text;
  }

  private static boolean isAlone(String text, Matcher tag) {
    int line = text.lastIndexOf('\n', tag.start()) + 1;
    int next = text.indexOf('\n', tag.end());
    String rest = text.substring(tag.end(), next < 0 ? text.length() : next);
    return text.substring(line, tag.start()).isBlank() && rest.isBlank();
  }

  private List<Found> search() {
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '<', '◁' -> reasoning();
        case '{' -> candidate(OBJECT);
        case '[' -> {
          if (!reasoning()) {
            candidate(ARRAY);
          }
        }
        default -> at++;
      }
    }
    return List.copyOf(found);
  }

  /** Passes over a reasoning part, or drops what was found before the end of one. */
  private boolean reasoning() {
    Matcher end = here(REASONED);
    if (end.lookingAt()) {
      found.clear();
      at = end.end();
      return true;
    }
    Matcher begin = here(REASONING);
    if (begin.lookingAt()) {
      Matcher close = REASONED.matcher(text);
      at = close.find(begin.end()) ? close.end() : text.length();
      return true;
    }
    if (text.charAt(at) != '[') {
      at++;
    }
    return false;
  }

  private Matcher here(Pattern pattern) {
    return pattern.matcher(text).region(at, text.length()).useTransparentBounds(true);
  }

  private void candidate(Pattern beginning) {
    if (!here(beginning).lookingAt()) {
      at++;
      return;
    }
    int end = endOf(at);
    if (end == NONE) {
      found.add(new Found.Broken(malformed("the text ends too early, or a bracket is missing")));
      resume();
    } else {
      found.add(read(text.substring(at, end)));
      at = end;
    }
  }

  private static MalformedJson malformed(String reason) {
    return new MalformedJson(MalformedJson.Problem.MALFORMED, reason, 1, 1);
  }

  private void resume() {
    Matcher fence = FENCE.matcher(text);
    boolean more = resumed++ < MAX_RESUMED && fence.find(at + 1);
    at = more ? fence.end() : text.length();
  }

  /** Returns the index behind the bracket that ends the value at {@code begin}, or NONE. */
  private int endOf(int begin) {
    StringBuilder open = new StringBuilder();
    for (int i = begin; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        i = endOfString(i);
      } else if (c == '/' && text.startsWith("//", i)) {
        i = endOf("\n", i);
      } else if (c == '/' && text.startsWith("/*", i)) {
        i = endOf("*/", i);
      } else if (c == '{' || c == '[') {
        open.append(c == '{' ? '}' : ']');
      } else if (c == '}' || c == ']') {
        if (open.charAt(open.length() - 1) != c) {
          return NONE;
        }
        open.setLength(open.length() - 1);
        if (open.isEmpty()) {
          return i + 1;
        }
      }
    }
    return NONE;
  }

  private int endOfString(int begin) {
    int i = begin + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }

  private int endOf(String end, int from) {
    int index = text.indexOf(end, from + 2);
    return index < 0 ? text.length() : index + end.length() - 1;
  }

  private static Found read(String candidate) {
    try {
      return new Found.Value(strict(candidate));
    } catch (MalformedJson e) {
      return mended(candidate);
    }
  }

  private static Found mended(String candidate) {
    try {
      return new Found.Value(strict(JsonComments.blanked(escapedControls(candidate))));
    } catch (MalformedJson e) {
      return new Found.Broken(e);
    }
  }

  private static JsonValue strict(String text) throws MalformedJson {
    return JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Escapes control characters inside strings, where models forget it. */
  private static String escapedControls(String candidate) {
    StringBuilder out = new StringBuilder(candidate.length());
    boolean inString = false;
    for (int i = 0; i < candidate.length(); i++) {
      char c = candidate.charAt(i);
      if (c == '"') {
        inString = !inString;
      } else if (c == '\\' && inString && i + 1 < candidate.length()) {
        out.append(c);
        c = candidate.charAt(++i);
      } else if (c < ' ' && inString) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        continue;
      }
      out.append(c);
    }
    return out.toString();
  }
}
