package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Rejection;

/** A peer's identity document, fetched and validated for the operator (IDENTITY §Validation). */
final class Fetched {
  private Fetched() {}

  static IdentityDocument identity(Node node, PeerClient client, Endpoint endpoint)
      throws InterruptedException {
    String url = PeerClient.url(endpoint, "/identity").toString();
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answer when answer.isSuccess() -> validated(node, url, answer.body());
      case PeerReply.Answered answer ->
          throw new CliException(
              ExitCode.NOT_VALID,
              url + " answered " + answer.status(),
              "is this the base URL of an sbp node, without a trailing slash?");
      case PeerReply.Forbidden(String reason) ->
          throw new CliException(
              ExitCode.REFUSED,
              url + ": " + PeerText.plain(reason),
              "for a local network: set network_config.allow_private_endpoints to true in",
              node.home().schedulerConfig().toString());
      case PeerReply.Unreachable(String reason) -> throw unreachable(url, reason);
      case PeerReply.Unknown(String reason) -> throw unreachable(url, reason);
    };
  }

  private static CliException unreachable(String url, String reason) {
    return new CliException(
        ExitCode.FAILED, url + ": " + PeerText.plain(reason), "is the node up? try again later");
  }

  private static IdentityDocument validated(Node node, String url, byte[] body) {
    try {
      Checked<IdentityDocument> checked =
          IdentityDocument.validate(JsonReader.wireObject(body), node.clock().instant());
      return switch (checked) {
        case Checked.Valid<IdentityDocument>(IdentityDocument document) -> document;
        case Checked.Rejected<IdentityDocument>(Rejection why) ->
            throw new CliException(ExitCode.NOT_VALID, url + ": " + PeerText.plain(why.toString()));
      };
    } catch (MalformedJson e) {
      throw new CliException(
          ExitCode.NOT_VALID, url + ": " + PeerText.plain(String.valueOf(e.getMessage())));
    }
  }
}
