package org.sovereignbook.sbp.authority.access;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Tools and credentials that may be used, and data that may be seen. */
record Bounds(ToolSet tools, Globs credentials, DataAccess data) {
  static final String TOOLS = "tools";
  private static final String CREDENTIALS = "credentials";
  private static final String DATA = "data";

  static final Bounds NOTHING = new Bounds(ToolSet.NONE, Globs.NONE, DataAccess.NONE);
  static final Bounds NO_BOUNDS = new Bounds(ToolSet.ALL, Globs.ALL, DataAccess.FULL);

  /** Written by hand, like the next method: the generated one is linked at each start. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Bounds that
        && tools.equals(that.tools)
        && credentials.equals(that.credentials)
        && data.equals(that.data);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * tools.hashCode() + credentials.hashCode()) + data.hashCode();
  }

  Bounds meet(Bounds other) {
    return new Bounds(
        tools.meet(other.tools), credentials.meet(other.credentials), data.meet(other.data));
  }

  /** Writes the bounds into the limits of an authority. */
  JsonObject in(JsonObject limits) {
    return limits
        .with(TOOLS, tools.json())
        .with(CREDENTIALS, JsonArray.ofStrings(credentials.patterns()))
        .with(DATA, data.toString());
  }

  /** Reads the bounds that {@link #in} writes; empty when there are none. */
  static Optional<Bounds> of(JsonObject limits) {
    return limits
        .array(TOOLS)
        .map(
            tools ->
                new Bounds(
                    ToolSet.read(tools),
                    new Globs(
                        limits.array(CREDENTIALS).flatMap(JsonArray::strings).orElse(List.of())),
                    limits.parsed(DATA, DataAccess::of).orElse(DataAccess.NONE)));
  }

  String words() {
    return "tools: %s; credentials: %s; data: %s"
        .formatted(
            Explanation.tools(tools),
            credentials.patterns().isEmpty() ? "none" : String.join(", ", credentials.patterns()),
            data);
  }
}
