package org.sovereignbook.sbp.runtime.health;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Alerts and daily digests to the receivers in the configuration. An alert is sent at most once an
 * hour, and about the same problems at most once a day, also when sending it failed.
 */
public record Alerts(Node node, Courier courier) {
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
    List<Notice> problems =
        health.reasons().stream()
            .map(why -> new Notice(Notice.Kind.PROBLEM, why.what(), why.text(), why.remedy()))
            .toList();
    return give(to, Notice.Kind.PROBLEM, problems, () -> news(text(health), health));
  }

  /** Returns whether the configuration names a receiver for anything. */
  public boolean isAnyReceiver() {
    return Stream.of(
            HealthSettings.ON_FAILURE, HealthSettings.ON_DIGEST, HealthSettings.ON_ATTENTION)
        .anyMatch(to -> !node.config().get(to).isEmpty());
  }

  /** Returns the configured receiver of notices on pending requests. */
  public Optional<String> wantsAttention() {
    return Optional.of(node.config().get(HealthSettings.ON_ATTENTION)).filter(to -> !to.isEmpty());
  }

  /**
   * Returns the means of the receiver of notices on what needs the owner.
   *
   * @param about the fields for programs
   */
  public Notice.Means attention(
      String to, Function<List<Notice>, String> text, Function<List<Notice>, Record> about) {
    return courier.means(to, due -> news(name() + ": " + text.apply(due), about.apply(due)));
  }

  private Optional<String> digest(DigestOfDay digest) throws InterruptedException {
    String to = node.config().get(HealthSettings.ON_DIGEST);
    LocalDate yesterday = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC).minusDays(1);
    Notice notice =
        new Notice(
            Notice.Kind.DIGEST, yesterday.toString(), "digest of " + yesterday, "sbp digest");
    return give(
        to,
        Notice.Kind.DIGEST,
        List.of(notice),
        () -> {
          DailyDigest made = digest.of(yesterday);
          return news(made.text(), made);
        });
  }

  private Optional<String> give(
      String to, Notice.Kind kind, List<Notice> open, Supplier<Courier.News> news)
      throws InterruptedException {
    Optional<Notices> opened = to.isEmpty() ? Optional.empty() : Notices.open(node);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (Notices notices = opened.get()) {
      // The first digest covers the first full day after it was configured, and never a day before
      // the node was made.
      boolean isFirst = kind == Notice.Kind.DIGEST && !notices.isAny(kind);
      return notices.give(kind, open, isFirst ? new Unsent() : courier.means(to, _ -> news.get()));
    }
  }

  /** Means of a notice that is only recorded. */
  private record Unsent() implements Notice.Means {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public Optional<String> send(List<Notice> due) {
      return Optional.empty();
    }
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
}
