package org.sovereignbook.sbp.plugins.openai;

import java.util.ArrayList;
import java.util.List;

/**
 * Target for fuzzing: a stream of server-sent events. However it is cut, its events are the same.
 */
public final class SseFuzz {
  private SseFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    List<String> whole = heard(input, Math.max(1, input.length));
    if (!whole.equals(heard(input, 1))) {
      throw new AssertionError("another cut gives other events than " + whole);
    }
  }

  private static List<String> heard(byte[] input, int atOnce) {
    List<String> heard = new ArrayList<>();
    SseReader reader = new SseReader((type, data) -> heard.add(type + data));
    for (int i = 0; i < input.length; i += atOnce) {
      reader.feed(java.util.Arrays.copyOfRange(input, i, Math.min(input.length, i + atOnce)));
    }
    reader.end();
    return heard;
  }
}
