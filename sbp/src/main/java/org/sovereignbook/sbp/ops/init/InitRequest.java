package org.sovereignbook.sbp.ops.init;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.protocol.DisplayName;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.ethos.EthosPace;
import org.sovereignbook.sbp.peer.step.Intervals;

/**
 * The operator's request for a new node. Everything but the lists may be left out.
 *
 * @param name display name; otherwise the folder's
 * @param endpoint the node's address for peers; otherwise its own loopback address
 * @param prompt the starting prompt (AGENT.md), or a whole ethos that begins with {@code # Ethos}
 * @param backend the model's backend; otherwise the built-in rules
 * @param login the file with the login of its program that runs may use
 * @param seeds stored in the configuration for {@code sbp bootstrap}
 * @param port the server's port
 * @param local whether the node is for this machine only: loopback, private endpoints allowed
 * @param program the path of the sbp launcher, for service units and scripts
 * @param serviceEnvironment the environment of services
 * @param commands the table of commands for AGENTS.md
 */
record InitRequest(
    Optional<String> name,
    Optional<Endpoint> endpoint,
    Optional<String> prompt,
    Optional<LlmBackend> backend,
    Optional<Path> login,
    List<Endpoint> seeds,
    int port,
    boolean local,
    Optional<Intervals> intervals,
    boolean groupReadable,
    String program,
    SequencedMap<String, String> serviceEnvironment,
    Catalog commands) {

  private static final int MAX_PORT = 65_535;

  /** Returns the pace that the prompt asks for, unless the operator has chosen one. */
  Optional<EthosPace> asked() {
    return intervals.isPresent() ? Optional.empty() : prompt.flatMap(EthosPace::of);
  }

  /** Returns the intervals of the node's schedule, if they are given. */
  Optional<Intervals> pace() {
    return intervals.or(() -> asked().map(EthosPace::pace));
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with one sentence about the wrong value
   */
  public InitRequest {
    seeds = List.copyOf(seeds);
    name.ifPresent(InitRequest::requireName);
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("the port is not between 1 and " + MAX_PORT);
    }
    if (prompt.isPresent() && prompt.get().isBlank()) {
      throw new IllegalArgumentException("the prompt is empty; leave --prompt out for the default");
    }
  }

  /** Returns the endpoint, or the loopback address that the server will listen on. */
  Endpoint endpointOrLoopback() {
    return endpoint.orElseGet(() -> Endpoint.parse("http://127.0.0.1:" + port));
  }

  /** Returns the backend's name. */
  String llm() {
    return backend.map(LlmBackend::name).orElse(AgentSettings.BUILTIN);
  }

  /** Returns whether the backend can write an ethos of its own. */
  boolean hasModel() {
    return !llm().equals(AgentSettings.BUILTIN);
  }

  private static void requireName(String name) {
    if (DisplayName.isBlank(name)
        || name.codePointCount(0, name.length()) > Limits.MAX_NAME_CHARACTERS) {
      throw new IllegalArgumentException(
          "the name shows nothing, or is longer than "
              + Limits.MAX_NAME_CHARACTERS
              + " characters");
    }
    if (name.codePoints().anyMatch(PeerText::isUnsafe)) {
      throw new IllegalArgumentException("the name contains a control character");
    }
  }
}
