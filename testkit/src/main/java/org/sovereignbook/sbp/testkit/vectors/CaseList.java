package org.sovereignbook.sbp.testkit.vectors;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Collects the cases of one folder, which are judged by one check. */
final class CaseList {
  static final String ACCEPTED = "accepted";

  /** For a refusal whose code the specification does not name. */
  static final String REFUSED = "refused";

  private final String check;
  private final SequencedMap<String, String> given;
  private final List<VectorFile> files = new ArrayList<>();
  private String text;

  /**
   * @param given lines of the head of every case, such as the clock
   */
  CaseList(String check, SequencedMap<String, String> given) {
    this.check = check;
    this.given = new LinkedHashMap<>(given);
    this.text = "";
  }

  /** Names the section of the specification that the next cases are reasoned from. */
  CaseList from(String section) {
    text = section;
    return this;
  }

  CaseList add(String name, String expected, String what, byte[] body) {
    return add(name, expected, what, new LinkedHashMap<>(), body);
  }

  CaseList add(String name, String expected, String what, String body) {
    return add(name, expected, what, body.getBytes(StandardCharsets.UTF_8));
  }

  CaseList add(String name, String expected, String what, JsonObject body) {
    return add(name, expected, what, JsonWriter.compact(body));
  }

  /** Adds a case with further lines of its own. */
  CaseList add(
      String name, String expected, String what, SequencedMap<String, String> more, byte[] body) {
    SequencedMap<String, String> head = new LinkedHashMap<>();
    head.put("what", what);
    head.put("text", text);
    head.put("check", check);
    head.putAll(given);
    head.putAll(more);
    head.put("expected", expected);
    files.add(new VectorFile(check + "/" + name + ".case", head, body));
    return this;
  }

  List<VectorFile> files() {
    return List.copyOf(files);
  }
}
