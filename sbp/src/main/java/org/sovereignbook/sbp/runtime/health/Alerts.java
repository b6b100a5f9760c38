package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Alerts and daily digests to the receivers in the configuration. An alert is sent at most once an
 * hour, and about the same problems at most once a day. The record in {@code
 * operational/alerts.json} is written before sending, so that a full disk does not repeat an alert
 * at every tick.
 */
public record Alerts(Node node, Courier courier) {
  private static final Duration LEAST = Duration.ofHours(1);
  private static final Duration SAME_AGAIN = Duration.ofDays(1);

  /**
   * The record of sent alerts.
   *
   * @param about the problems of the last alert
   * @param digestOf the day of the last digest
   */
  private record Sent(Optional<Timestamp> alertAt, List<String> about, Optional<String> digestOf) {
    static final Sent NOTHING = new Sent(Optional.empty(), List.of(), Optional.empty());
  }

  /**
   * Sends what is due after a tick.
   *
   * @param digest makes the digest of a day; called only when one is due
   * @return errors in sending, for the log
   */
  public List<String> send(Health health, DigestOfDay digest) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    alert(health).ifPresent(why -> problems.add("on_failure was not notified: " + why));
    digest(digest).ifPresent(why -> problems.add("on_digest was not notified: " + why));
    return problems;
  }

  /** Makes the digest of a day. */
  @FunctionalInterface
  public interface DigestOfDay {
    DailyDigest of(LocalDate day);
  }

  /**
   * Sends an alert if the node has problems, a receiver is configured, and an alert is due. Returns
   * the error in sending it.
   */
  public Optional<String> alert(Health health) throws InterruptedException {
    String to = node.config().get(HealthSettings.ON_FAILURE);
    if (to.isEmpty()) {
      return Optional.empty();
    }
    Sent sent = sent();
    Set<String> about = new TreeSet<>();
    health.reasons().forEach(reason -> about.add(reason.what()));
    if (about.isEmpty()) {
      if (!sent.about().isEmpty()) {
        write(new Sent(sent.alertAt(), List.of(), sent.digestOf()));
      }
      return Optional.empty();
    }
    Duration quiet = sent.about().containsAll(about) ? SAME_AGAIN : LEAST;
    if (sent.alertAt().filter(at -> TimeJudge.isPausing(at, quiet, node.now())).isPresent()) {
      return Optional.empty();
    }
    write(new Sent(Optional.of(node.now()), List.copyOf(about), sent.digestOf()));
    return courier.take(to, news(text(health), health));
  }

  /** Returns whether the configuration names a receiver for anything. */
  public boolean tellsAnybody() {
    return Stream.of(
            HealthSettings.ON_FAILURE, HealthSettings.ON_DIGEST, HealthSettings.ON_ATTENTION)
        .anyMatch(to -> !node.config().get(to).isEmpty());
  }

  /** Returns the configured receiver of notices on pending requests. */
  public Optional<String> wantsAttention() {
    return Optional.of(node.config().get(HealthSettings.ON_ATTENTION)).filter(to -> !to.isEmpty());
  }

  /** Sends a notice that something waits for the owner. Returns the error in sending it. */
  public Optional<String> attention(String to, String text, Record about)
      throws InterruptedException {
    return courier.take(to, news(name() + ": " + text, about));
  }

  private Optional<String> digest(DigestOfDay digest) throws InterruptedException {
    String to = node.config().get(HealthSettings.ON_DIGEST);
    LocalDate yesterday = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC).minusDays(1);
    Sent sent = sent();
    if (to.isEmpty() || sent.digestOf().equals(Optional.of(yesterday.toString()))) {
      return Optional.empty();
    }
    write(new Sent(sent.alertAt(), sent.about(), Optional.of(yesterday.toString())));
    if (sent.digestOf().isEmpty()) {
      // The first digest covers the first full day after it was configured, and never a day before
      // the node was made.
      return Optional.empty();
    }
    DailyDigest made = digest.of(yesterday);
    return courier.take(to, news(made.text(), made));
  }

  private Courier.News news(String text, Record about) {
    return new Courier.News(text, name(), node.home().root().toString(), about);
  }

  private String text(Health health) {
    StringBuilder text = new StringBuilder(name());
    text.append(health.state() == Health.State.DOWN ? " is down.\n" : " needs attention.\n");
    for (Health.Reason reason : health.reasons()) {
      text.append("- ").append(reason.text()).append(" (").append(reason.remedy()).append(")\n");
    }
    return text.append("More: sbp doctor --home ").append(node.home().root()).toString();
  }

  private String name() {
    return PeerText.plain(node.identityAsWritten().name());
  }

  private Sent sent() {
    Supplier<Sent> nothing = () -> Sent.NOTHING;
    try {
      Optional<JsonObject> json = node.readIntactJson(node.home().alerts());
      return json.map(Shape.of(Sent.class)::read).orElseGet(nothing);
    } catch (Misfit e) {
      return nothing.get();
    }
  }

  private void write(Sent sent) {
    node.writeJson(node.home().alerts(), Shape.write(sent));
  }
}
