package org.sovereignbook.sbp.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.node.Node;

/** The prompt files that `sbp init` installs (IMPLEMENTATION §4). */
public final class Prompts {
  private static final String FOLDER = "/prompts/";

  private Prompts() {}

  /** The prompt that comes with the program. */
  public static String text(AgentRole role) {
    String resource = FOLDER + role.promptFile();
    try (InputStream in = Prompts.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this program was built without " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  /** The node's own prompt, as the operator edited it; the program's when the node has none. */
  public static String of(Node node, AgentRole role) {
    return node.readText(node.home().agentPrompts().resolve(role.promptFile()))
        .orElseGet(() -> text(role));
  }
}
