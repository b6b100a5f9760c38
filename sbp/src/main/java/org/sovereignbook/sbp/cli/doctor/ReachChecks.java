package org.sovereignbook.sbp.cli.doctor;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * Whether peers can reach the node at the endpoint that its identity names (IMPLEMENTATION §10).
 */
record ReachChecks(Node node, PeerClient client) {
  private static final byte[] BUNDLE = "# v".getBytes(StandardCharsets.US_ASCII);

  Finding identity() throws InterruptedException {
    Endpoint endpoint = node.identity().endpoint();
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answered when answered.isSuccess() ->
          compare(endpoint, answered.body());
      case PeerReply.Answered answered ->
          Finding.fail(
              endpoint + " answers " + answered.status(),
              "let the reverse proxy hand /identity to this node's port");
      case PeerReply.Unreachable(String reason, _) -> unreachable(endpoint, reason);
      case PeerReply.Unknown(String reason) -> unreachable(endpoint, reason);
      case PeerReply.Forbidden(String reason) ->
          Finding.fail(
              endpoint + " is private, so peers refuse it: " + reason,
              "sbp identity --set endpoint=https://…; or, among nodes of one network only, set"
                  + " network_config.allow_private_endpoints to true");
    };
  }

  /** Asked of {@code /health}, because a real message would change the node. */
  Finding message() throws InterruptedException {
    Endpoint endpoint = node.identity().endpoint();
    return switch (client.get(endpoint, "/health")) {
      case PeerReply.Answered answered when answered.isSuccess() ->
          Finding.pass("the server takes messages (asked of /health)");
      case PeerReply.Answered answered when answered.status() == 503 ->
          Finding.fail(
              "the server takes no messages now", "see why: curl " + endpoint.resolve("/health"));
      default -> Finding.skip("cannot be told while " + endpoint + " is not reachable");
    };
  }

  Finding spec() {
    return node.disk()
        .read(node.home().specBundle())
        .map(
            bytes ->
                Arrays.equals(Arrays.copyOf(bytes, BUNDLE.length), BUNDLE)
                    ? Finding.pass(node.home().specBundle().toString())
                    : Finding.fail(
                        node.home().specBundle() + " is no git bundle",
                        "make it again: sbp bootstrap --spec GITREPO"))
        .orElseGet(() -> Finding.skip("no bundle (404); sbp bootstrap --spec GITREPO"));
  }

  private Finding compare(Endpoint endpoint, byte[] body) {
    try {
      Checked<IdentityDocument> served =
          IdentityDocument.validate(JsonReader.wireObject(body), node.clock().instant());
      if (served
          .toOptional()
          .map(IdentityDocument::json)
          .equals(java.util.Optional.of(node.identity().json()))) {
        return Finding.pass(endpoint + " serves our document (seen from this machine)");
      }
      return Finding.fail(
          endpoint
              + served
                  .why()
                  .map(why -> " serves no valid document: " + why.code())
                  .orElse(" serves another document than ours"),
          "see that the endpoint leads to this node, and to its newest server");
    } catch (MalformedJson e) {
      return Finding.fail(
          endpoint + " serves something that is no identity document",
          "let the reverse proxy hand /identity to this node's port");
    }
  }

  private static Finding unreachable(Endpoint endpoint, String reason) {
    return Finding.fail(
        endpoint + " is not reachable: " + org.sovereignbook.sbp.node.PeerText.plain(reason),
        "start the server (sbp serve), then see to name, proxy and firewall");
  }
}
