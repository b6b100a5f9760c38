package org.sovereignbook.sbp.plugins.hooks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.node.Node;

/** The policy for posts to one webhook, which the operator can edit. */
final class WebhookPolicy {
  private WebhookPolicy() {}

  private static Path folder(Node node) {
    return node.home().runtime().resolve("access");
  }

  private static String file(String webhook) {
    return "webhook-" + webhook + ".yaml";
  }

  /** Returns whether the webhook's policy exists. */
  public static boolean isThere(Node node, String webhook) {
    return Files.exists(folder(node).resolve(file(webhook)));
  }

  /**
   * Writes the policy; where the node has no policies yet, the program's default policies, too.
   *
   * @return its file in {@code runtime/access}; empty when there is nothing to allow
   * @throws IllegalStateException when the file exists with other content, because that belongs to
   *     the operator
   */
  public static Optional<String> write(Node node, String webhook, List<String> tools) {
    List<String> allowed = new Globs(tools).patterns();
    if (allowed.isEmpty()) {
      return Optional.empty();
    }
    Path folder = folder(node);
    if (node.disk().files(folder).isEmpty()) {
      node.writeText(folder.resolve(Policies.DEFAULT_FILE), Policies.defaultText());
    }
    String file = file(webhook);
    String text =
        """
        # What posts to /hooks/%1$s may cause.
        - name: webhook-%1$s
          match:
            principal: { webhook: %1$s }
          effect: allow
          permissions:
            tools: [%2$s]
            data: restricted
          priority: 60
        """
            .formatted(
                webhook, String.join(", ", allowed.stream().map(it -> '"' + it + '"').toList()));
    if (node.readText(folder.resolve(file)).filter(there -> !there.equals(text)).isPresent()) {
      throw new IllegalStateException(
          "runtime/access/%s is there already, and says something else".formatted(file));
    }
    node.writeText(folder.resolve(file), text);
    return Optional.of(file);
  }
}
