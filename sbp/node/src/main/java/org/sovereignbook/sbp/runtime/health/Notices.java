package org.sovereignbook.sbp.runtime.health;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.runtime.health.Notice.Kind;

/**
 * Outbox of notices to the node's owner, {@code operational/notices.json}: each thing of which the
 * owner is to be notified, since when, and by which means the owner was. A notice is marked as
 * given before it is sent, so that neither a crash nor a full disk repeats it. One process at a
 * time has the outbox.
 */
public final class Notices implements AutoCloseable {
  private final Node node;
  private final NodeLock lock;
  private List<Recorded> kept;

  /** Time and means of a notice that was sent. */
  private record Given(String means, Timestamp at) {}

  /**
   * Notice in the outbox.
   *
   * @param isOver whether all things of this kind had ended since it was given, so that its return
   *     is news
   */
  private record Recorded(
      Kind kind,
      String key,
      String text,
      String remedy,
      Timestamp firstSeen,
      Optional<Given> given,
      @Shape.Named("over") boolean isOver) {
    boolean is(Notice notice) {
      return kind == notice.kind() && key.equals(notice.key());
    }

    /** Returns whether it was given, and neither its return nor the time makes it due again. */
    boolean rests(Timestamp now) {
      return given.isPresent() && !isOver && lasts(now);
    }

    /** Returns whether it was given, and not so long ago that it would be due again. */
    boolean lasts(Timestamp now) {
      return given
          .filter(
              last ->
                  kind.again().isEmpty() || TimeJudge.isPausing(last.at(), kind.again().get(), now))
          .isPresent();
    }

    Recorded given(Optional<Given> itsGiven) {
      return new Recorded(kind, key, text, remedy, firstSeen, itsGiven, false);
    }

    Recorded over() {
      return new Recorded(kind, key, text, remedy, firstSeen, given, true);
    }

    Recorded with(Notice now) {
      return new Recorded(kind, key, now.text(), now.remedy(), firstSeen, given, isOver);
    }
  }

  /** The file. */
  private record Saved(List<Recorded> notices) {}

  /** The record of alerts and digests of earlier versions, {@code operational/alerts.json}. */
  private record Alerted(
      Optional<Timestamp> alertAt, List<String> about, Optional<String> digestOf) {
    List<Recorded> notices(Timestamp now) {
      Optional<Given> given = alertAt.map(at -> new Given("", at));
      return Stream.concat(
              about.stream().map(what -> kept(Kind.PROBLEM, what, now, given)),
              digestOf.stream()
                  .map(day -> kept(Kind.DIGEST, day, now, Optional.of(new Given("", now)))))
          .toList();
    }

    private static Recorded kept(Kind kind, String key, Timestamp now, Optional<Given> given) {
      return new Recorded(kind, key, "", "", now, given, false);
    }
  }

  private Notices(Node node, NodeLock lock) {
    this.node = node;
    this.lock = lock;
    this.kept =
        node.disk().exists(node.home().notices())
            ? read(node, node.home().notices(), Saved.class).map(Saved::notices).orElse(List.of())
            : read(node, node.home().alerts(), Alerted.class)
                .map(alerted -> alerted.notices(node.now()))
                .orElse(List.of());
  }

  /** Opens the outbox of a node; empty while another process has it. */
  public static Optional<Notices> open(Node node) {
    return NodeLock.tryAcquire(
            node.home().operational().resolve("notices.lock"),
            "notices",
            node.now(),
            node.randomId())
        .map(lock -> new Notices(node, lock));
  }

  private static <R extends Record> Optional<R> read(Node node, Path file, Class<R> type) {
    try {
      Optional<JsonObject> json = node.readIntactJson(file);
      return json.map(Shape.of(type)::read);
    } catch (Misfit e) {
      return Optional.empty();
    }
  }

  /** Returns whether a notice of this kind is in the outbox. */
  boolean isAny(Kind kind) {
    return kept.stream().anyMatch(one -> one.kind() == kind);
  }

  /**
   * Notifies the owner of what is due.
   *
   * @param open all present things of this kind; what has ended leaves the outbox when it would be
   *     due again
   * @return the error in sending
   */
  public Optional<String> give(Kind kind, List<Notice> open, Notice.Means means)
      throws InterruptedException {
    see(kind, open);
    List<Notice> due = due(kind, open);
    if (due.isEmpty()) {
      return Optional.empty();
    }
    mark(kind == Kind.PROBLEM ? open : due, Optional.of(new Given(means.name(), node.now())));
    Optional<String> problem = means.send(due);
    if (problem.isPresent() && kind.isRetried()) {
      mark(due, Optional.empty());
    }
    return problem;
  }

  private List<Notice> due(Kind kind, List<Notice> open) {
    Timestamp now = node.now();
    boolean isPausing =
        kept.stream()
            .filter(one -> one.kind() == kind)
            .flatMap(one -> one.given().stream())
            .anyMatch(last -> TimeJudge.isPausing(last.at(), kind.pause(), now));
    return isPausing
        ? List.of()
        : open.stream()
            .filter(notice -> kept.stream().noneMatch(one -> one.is(notice) && one.rests(now)))
            .toList();
  }

  /** Records what is open now, and since when; forgets what has ended and would be due again. */
  private void see(Kind kind, List<Notice> open) {
    List<Recorded> seen = new ArrayList<>();
    for (Recorded one : kept) {
      Optional<Notice> now = open.stream().filter(one::is).findFirst();
      if (one.kind() != kind) {
        seen.add(one);
      } else if (now.isPresent()) {
        seen.add(one.with(now.get()));
      } else if (kind.again().isPresent() && one.lasts(node.now())) {
        seen.add(kind == Kind.PROBLEM && open.isEmpty() ? one.over() : one);
      }
    }
    Set<String> known = new HashSet<>(seen.stream().map(one -> one.kind() + one.key()).toList());
    for (Notice notice : open) {
      if (known.add(kind + notice.key())) {
        Optional<Given> before =
            notice.isGivenBefore() ? Optional.of(new Given("", node.now())) : Optional.empty();
        seen.add(
            new Recorded(
                kind, notice.key(), notice.text(), notice.remedy(), node.now(), before, false));
      }
    }
    write(seen);
  }

  private void mark(List<Notice> some, Optional<Given> given) {
    Set<String> keys = some.stream().map(Notice::key).collect(Collectors.toSet());
    Kind kind = some.getFirst().kind();
    write(
        kept.stream()
            .map(one -> one.kind() == kind && keys.contains(one.key()) ? one.given(given) : one)
            .toList());
  }

  private void write(List<Recorded> now) {
    if (!now.equals(kept)) {
      node.writeJson(node.home().notices(), Shape.write(new Saved(List.copyOf(now))));
      kept = List.copyOf(now);
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
