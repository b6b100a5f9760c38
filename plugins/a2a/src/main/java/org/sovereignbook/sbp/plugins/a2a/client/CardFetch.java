package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Documents of others, read by way of the address guard, in bounded time and size.
 *
 * @param token for the card, which may show more to one that is known
 */
record CardFetch(HttpPeerClient client, Optional<String> token) {
  private static final int MAX_BYTES = 256 * 1024;
  private static final Duration TIME = Duration.ofSeconds(10);

  /** Opens the client of a node; the caller closes it. */
  static HttpPeerClient client(Node node) {
    return HttpPeerClient.open(
        new HttpConfig(HttpConfig.from(node.config()).allowPrivateEndpoints(), TIME));
  }

  /** Returns the document at an address; empty when there is none that can be read. */
  Optional<JsonObject> find(URI url) throws InterruptedException {
    return client.getFrom(url, Map.of()) instanceof PeerReply.Answered answered
            && answered.status() == 200
            && answered.body().length <= MAX_BYTES
        ? parsed(answered.body())
        : Optional.empty();
  }

  /**
   * Returns the document at an address.
   *
   * @throws CliException that says why it cannot be read
   */
  JsonObject require(URI url) throws InterruptedException {
    Map<String, String> headers =
        token.map(it -> Map.of("Authorization", "Bearer " + it)).orElse(Map.of());
    return switch (client.getFrom(url, headers)) {
      case PeerReply.Answered answered when answered.status() != 200 ->
          throw failed(url, "answered " + answered.status() + ", where a card was expected");
      case PeerReply.Answered answered when answered.body().length > MAX_BYTES ->
          throw notValid(url, "has more than " + MAX_BYTES + " bytes");
      case PeerReply.Answered answered ->
          parsed(answered.body()).orElseThrow(() -> notValid(url, "is no JSON object"));
      case PeerReply.Forbidden(String reason) ->
          throw CliException.refused(
              "not asked: " + PeerText.plain(reason),
              "for tests on one machine:  sbp config set network_config.allow_private_endpoints"
                  + " true");
      case PeerReply.Unreachable(String reason, _) -> throw failed(url, PeerText.plain(reason));
      case PeerReply.Unknown(String reason) -> throw failed(url, PeerText.plain(reason));
    };
  }

  private static CliException failed(URI url, String why) {
    return new CliException(ExitCode.FAILED, url + ": " + why);
  }

  private static CliException notValid(URI url, String why) {
    return new CliException(ExitCode.NOT_VALID, "the card at " + url + " " + why);
  }

  /** Returns the JSON object that a text is; empty for any other text. */
  static Optional<JsonObject> parsed(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
