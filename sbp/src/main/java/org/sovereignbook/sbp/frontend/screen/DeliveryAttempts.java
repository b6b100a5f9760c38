package org.sovereignbook.sbp.frontend.screen;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** Attempts to deliver something to a peer, as the lines of {@code ops-log.md} tell of them. */
public final class DeliveryAttempts {
  private static final Pattern LINE =
      Pattern.compile(
          "([a-z]+) (content|endorsements|replies|network)/(\\S+) to ("
              + "\"(?:\\\\.|[^\"\\\\])*\""
              + "|stranger \\S+)(?: at (?<endpoint>\\S+?))?(?:: (?<reason>.*))?");

  private static final String UNREACHABLE = "unreachable";

  private final Map<String, List<PublicKey>> bearers;
  private final Map<String, List<PublicKey>> dwellers;

  /**
   * One attempt.
   *
   * @param outcome one word, such as {@code delivered}
   * @param silent whether it waits for another attempt since nothing answered
   * @param reason why it was not delivered; safe to print
   */
  public record Attempt(
      String outcome, PublicKey peer, boolean silent, @Shape.Hidden Optional<String> reason) {
    public boolean isDelivered() {
      return outcome.equals("delivered");
    }

    /** Returns whether it says nothing of the peer: there was nothing to deliver any more. */
    public boolean isDropped() {
      return outcome.equals("dropped");
    }
  }

  /** Makes a reader of lines that name these peers. */
  public DeliveryAttempts(PeerTable peers) {
    this.bearers =
        peers.peers().stream()
            .collect(
                Collectors.groupingBy(
                    peer -> PeerText.quote(peer.name()),
                    Collectors.mapping(Peer::publicKey, Collectors.toList())));
    this.dwellers =
        peers.peers().stream()
            .collect(
                Collectors.groupingBy(
                    peer -> peer.endpoint().toString(),
                    Collectors.mapping(Peer::publicKey, Collectors.toList())));
  }

  /**
   * Returns the parts of a line without its beginning: outcome, kind, id, recipient, and by their
   * names {@code endpoint} and {@code reason}, each may be null.
   */
  public static Optional<MatchResult> parts(String text) {
    Matcher line = LINE.matcher(text);
    return line.matches() ? Optional.of(line.toMatchResult()) : Optional.empty();
  }

  /**
   * Returns the attempt that a line tells of, if one peer alone has the name in it or, where nobody
   * is called so any more, the address.
   */
  public Optional<Attempt> of(LogEntry entry) {
    return parts(entry.message())
        .flatMap(
            line -> {
              List<PublicKey> all =
                  Optional.ofNullable(bearers.get(line.group(4)))
                      .or(() -> Optional.ofNullable(line.group("endpoint")).map(dwellers::get))
                      .orElse(List.of());
              Optional<String> reason = Optional.ofNullable(line.group("reason"));
              boolean isSilent =
                  line.group(1).equals("retry")
                      && reason.filter(why -> why.startsWith(UNREACHABLE)).isPresent();
              return all.size() == 1
                  ? Optional.of(new Attempt(line.group(1), all.getFirst(), isSilent, reason))
                  : Optional.empty();
            });
  }
}
