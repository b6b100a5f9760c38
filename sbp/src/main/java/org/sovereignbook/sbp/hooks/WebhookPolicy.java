package org.sovereignbook.sbp.hooks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.access.Globs;
import org.sovereignbook.sbp.access.Policies;
import org.sovereignbook.sbp.node.Node;

/** Writes what posts to a webhook may cause, as a policy that the operator can edit. */
public final class WebhookPolicy {
  private WebhookPolicy() {}

  /**
   * Writes it, beside the program's own policies where there are no others yet.
   *
   * @return its file in {@code runtime/access}; empty when there is nothing to allow
   */
  public static Optional<String> write(Node node, String webhook, List<String> tools) {
    List<String> allowed = new Globs(tools).patterns();
    if (allowed.isEmpty()) {
      return Optional.empty();
    }
    Path folder = node.home().runtime().resolve("access");
    if (node.disk().files(folder).isEmpty()) {
      node.writeText(folder.resolve(Policies.DEFAULT_FILE), Policies.defaultText());
    }
    String file = "webhook-" + webhook + ".yaml";
    node.writeText(
        folder.resolve(file),
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
                webhook, String.join(", ", allowed.stream().map(it -> '"' + it + '"').toList())));
    return Optional.of(file);
  }
}
