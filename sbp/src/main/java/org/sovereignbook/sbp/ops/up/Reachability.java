package org.sovereignbook.sbp.ops.up;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.config.EndpointCheck;

/**
 * Whether peers elsewhere can reach a node, as far as its own machine can tell. A node whose peers
 * are all on this machine or this network is not asked.
 */
record Reachability(Node node, PeerClient client) {
  /**
   * Returns why nobody elsewhere can reach the node, and both ways to mend it, for the screen; none
   * where it seems to be reachable.
   */
  List<String> advice() throws InterruptedException {
    if (HttpConfig.from(node.config()).allowPrivateEndpoints()) {
      return List.of();
    }
    Endpoint endpoint = node.identity().endpoint();
    return why(endpoint)
        .map(
            why ->
                List.of(
                    "peers elsewhere cannot reach this node at " + endpoint + ": " + why,
                    "  by another node that holds its post:  sbp plugin on relay && sbp relay join"
                        + " https://…",
                    "  by a proxy or a tunnel of yours:      sbp identity --set endpoint=https://…",
                    "  docs/relay.md says more"))
        .orElse(List.of());
  }

  private Optional<String> why(Endpoint endpoint) throws InterruptedException {
    if (EndpointCheck.isPrivate(endpoint)) {
      return Optional.of("that is an address of this machine or network only");
    }
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answered when answered.isSuccess() -> otherDocument(answered.body());
      case PeerReply.Answered answered ->
          Optional.of("something else answers there, with status " + answered.status());
      case PeerReply.Unreachable(String reason, _) -> Optional.of(PeerText.plain(reason));
      case PeerReply.Unknown(String reason) -> Optional.of(PeerText.plain(reason));
      case PeerReply.Forbidden(String reason) -> Optional.of(PeerText.plain(reason));
    };
  }

  private Optional<String> otherDocument(byte[] body) {
    Optional<JsonObject> served = Checked.object(body).toOptional();
    String own = node.identity().publicKey().toString();
    return served.flatMap(json -> json.string("public_key")).filter(own::equals).isPresent()
        ? Optional.empty()
        : Optional.of("another node, or none, answers there");
  }
}
