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
final class ReachChecks {
  private static final byte[] BUNDLE = "# v".getBytes(StandardCharsets.US_ASCII);

  private final Node node;
  private final PeerClient client;

  ReachChecks(Node node, PeerClient client) {
    this.node = node;
    this.client = client;
  }

  Check identity() throws InterruptedException {
    String what = "GET /identity";
    Endpoint endpoint = node.identity().endpoint();
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answered when answered.isSuccess() ->
          compare(what, endpoint, answered.body());
      case PeerReply.Answered answered ->
          Check.fail(
              what,
              endpoint + " answers " + answered.status(),
              "let the reverse proxy hand /identity to this node's port");
      case PeerReply.Unreachable(String reason) -> unreachable(what, endpoint, reason);
      case PeerReply.Unknown(String reason) -> unreachable(what, endpoint, reason);
      case PeerReply.Forbidden(String reason) ->
          Check.fail(
              what,
              endpoint + " is private, so peers refuse it: " + reason,
              "sbp identity --set endpoint=https://…; or, among nodes of one network only, set"
                  + " network_config.allow_private_endpoints to true");
    };
  }

  /** Asked of {@code /health}, because a real message would change the node. */
  Check message() throws InterruptedException {
    String what = "POST /message";
    Endpoint endpoint = node.identity().endpoint();
    return switch (client.get(endpoint, "/health")) {
      case PeerReply.Answered answered when answered.isSuccess() ->
          Check.pass(what, "the server takes messages (asked of /health)");
      case PeerReply.Answered answered when answered.status() == 503 ->
          Check.fail(
              what,
              "the server takes no messages now",
              "see why: curl " + endpoint.resolve("/health"));
      default -> Check.skip(what, "cannot be told while " + endpoint + " is not reachable");
    };
  }

  Check spec() {
    return node.disk()
        .read(node.home().specBundle())
        .map(
            bytes ->
                Arrays.equals(Arrays.copyOf(bytes, BUNDLE.length), BUNDLE)
                    ? Check.pass("GET /spec", node.home().specBundle().toString())
                    : Check.fail(
                        "GET /spec",
                        node.home().specBundle() + " is no git bundle",
                        "make it again: sbp bootstrap --spec GITREPO"))
        .orElseGet(() -> Check.skip("GET /spec", "no bundle (404); sbp bootstrap --spec GITREPO"));
  }

  private Check compare(String what, Endpoint endpoint, byte[] body) {
    try {
      Checked<IdentityDocument> served =
          IdentityDocument.validate(JsonReader.wireObject(body), node.clock().instant());
      if (served
          .toOptional()
          .map(IdentityDocument::json)
          .equals(java.util.Optional.of(node.identity().json()))) {
        return Check.pass(what, endpoint + " serves our document (seen from this machine)");
      }
      return Check.fail(
          what,
          endpoint
              + served
                  .why()
                  .map(why -> " serves no valid document: " + why.code())
                  .orElse(" serves another document than ours"),
          "see that the endpoint leads to this node, and to its newest server");
    } catch (MalformedJson e) {
      return Check.fail(
          what,
          endpoint + " serves something that is no identity document",
          "let the reverse proxy hand /identity to this node's port");
    }
  }

  private static Check unreachable(String what, Endpoint endpoint, String reason) {
    return Check.fail(
        what,
        endpoint + " is not reachable: " + org.sovereignbook.sbp.node.PeerText.plain(reason),
        "start the server (sbp serve), then see to name, proxy and firewall");
  }
}
