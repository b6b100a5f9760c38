package org.sovereignbook.sbp.plugins.acp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Place where refused calls of a session are asked about. */
enum EditorMode {
  ASK("Ask here", "refused calls are asked about in the editor, one by one"),
  WAIT("Wait", "refused calls wait in the owner's list");

  private final String title;
  private final String meaning;

  EditorMode(String title, String meaning) {
    this.title = title;
    this.meaning = meaning;
  }

  static Optional<EditorMode> of(String id) {
    return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst();
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the state of modes in a session with this one. */
  JsonObject state() {
    return JsonObject.builder()
        .put("currentModeId", id())
        .put("availableModes", JsonArray.of(Arrays.stream(values()).map(EditorMode::json).toList()))
        .build();
  }

  private JsonObject json() {
    return JsonObject.builder()
        .put("id", id())
        .put("name", title)
        .put("description", meaning)
        .build();
  }
}
