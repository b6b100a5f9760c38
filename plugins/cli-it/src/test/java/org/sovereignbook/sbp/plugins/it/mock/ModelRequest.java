package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * One request as it reached the model server.
 *
 * @param path with query, below the scenario's base
 * @param headers names in lower case
 * @param text the body as it came
 */
public record ModelRequest(
    Dialect dialect, String path, Map<String, String> headers, String text, JsonObject body) {

  public ModelRequest {
    headers = Map.copyOf(headers);
  }

  /** The names of the tools that the model may call. */
  public List<String> tools() {
    return dialect.tools(body);
  }

  /** How many tool calls the model has made in this conversation. */
  public int turn() {
    return dialect.calls(body);
  }

  /** What the tools answered so far, as text. */
  public List<String> toolResults() {
    return dialect.toolResults(body);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
