package org.sovereignbook.sbp.runtime.health;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * Receiver of news to the node's operator: by a command that reads it on standard input, or by a
 * POST of JSON through the address guard. Each may take at most a minute.
 *
 * @param environment the command's variables beside {@code SBP_HOME}
 */
public record Courier(Node node, Map<String, String> environment) {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(1);

  /**
   * News for the operator.
   *
   * @param text for people; the one member that chat services need
   */
  record News(String text, String node, String home, @Shape.Inline Record about) {}

  /** Returns the means that deliver the news of due notices to a command or an address. */
  Notice.Means means(String to, Function<List<Notice>, News> news) {
    return new ToReceiver(this, to, news);
  }

  private record ToReceiver(Courier courier, String to, Function<List<Notice>, News> news)
      implements Notice.Means {
    @Override
    public String name() {
      return isAddress(to) ? "post" : "command";
    }

    @Override
    public Optional<String> send(List<Notice> due) throws InterruptedException {
      News made = news.apply(due);
      return isAddress(to) ? courier.post(to, made) : courier.run(to, made);
    }
  }

  static boolean isAddress(String to) {
    return to.matches("(?i)https?://.*");
  }

  private Optional<String> post(String to, News news) throws InterruptedException {
    HttpConfig config = HttpConfig.from(node.config());
    URI url;
    try {
      url = URI.create(to);
    } catch (IllegalArgumentException e) {
      return Optional.of("it is no address");
    }
    byte[] json = JsonWriter.compact(Shape.write(news)).getBytes(StandardCharsets.UTF_8);
    try (HttpPeerClient client =
        HttpPeerClient.open(new HttpConfig(config.allowPrivateEndpoints(), TIME_LIMIT))) {
      // The address itself may be a secret, so only its host is named.
      return switch (client.postTo(url, json)) {
        case PeerReply.Answered answered when answered.isSuccess() -> Optional.empty();
        case PeerReply.Answered answered ->
            Optional.of(url.getHost() + " answers " + answered.status());
        case PeerReply.Unreachable(String reason, var _) -> Optional.of(PeerText.plain(reason));
        case PeerReply.Unknown(String reason) -> Optional.of(PeerText.plain(reason));
        case PeerReply.Forbidden(String reason) -> Optional.of(PeerText.plain(reason));
      };
    }
  }

  private Optional<String> run(String command, News news) throws InterruptedException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put(NodeHome.VARIABLE, node.home().root().toString());
    try {
      Subprocess.Ended ended =
          new Subprocess(OperatingSystem.shell(command), all, node.home().root())
              .run(news.text() + "\n", TIME_LIMIT);
      return ended.exitCode() == 0
          ? Optional.empty()
          : Optional.of(
              "the command ended with "
                  + ended.exitCode()
                  + ": "
                  + PeerText.quote((ended.errors() + ended.output()).strip()));
    } catch (IOException | TimeoutException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
