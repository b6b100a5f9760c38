package org.sovereignbook.sbp.llm;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.ConfigException;

/** The backends that can be chosen by name. */
public final class Backends {
  private Backends() {}

  /** The backends of the program itself. */
  public static List<LlmBackend> available() {
    return List.of(new BuiltinBackend());
  }

  /**
   * The backend of this name.
   *
   * @throws ConfigException when there is none; lists those that there are
   */
  public static LlmBackend named(String name) {
    return available().stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "no LLM backend is called '"
                        + name
                        + "'; llm.backend in scheduler-config.json is one of: "
                        + available().stream()
                            .map(LlmBackend::name)
                            .collect(Collectors.joining(", "))));
  }
}
