package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Record of a run, at work or ended: the attempts of each member, reviews and mail. It is kept as
 * long as the run ({@code teams.keep_days}).
 *
 * @param span without an end while the team is at work
 * @param state running, stopping, ended or interrupted, or a word of a feature
 * @param members in the order of their names; others who did tasks of the run come last
 * @param mail within this node, from or to a member
 */
record TeamRunRecord(
    @Shape.Inline About about,
    @Shape.Inline Span span,
    String state,
    List<Member> members,
    List<Review> reviews,
    List<Letter> mail) {
  /**
   * Subject of a run.
   *
   * @param kind {@code team}, {@code dispatch}, or that of a feature, such as {@code swarm}
   * @param title of the task that the run does
   * @param root the task; empty for {@code team up}, and for work that is no task
   * @param label of its tasks; empty for a run that takes any task
   */
  record About(
      String run, String kind, String title, Optional<String> root, Optional<String> label) {}

  /**
   * A member.
   *
   * @param kind planner, worker or the like; empty for somebody who is no member
   * @param starts how many processes were started: each but the first replaces one that died
   * @param session of its turns in this run
   * @param cost of all its calls to models during the run
   */
  record Member(
      String name,
      Optional<String> kind,
      int starts,
      Optional<String> session,
      Costs.Sum cost,
      List<Attempt> attempts) {}

  /**
   * An attempt at a task.
   *
   * @param task its id; in a run of dispatches that of the dispatch or of the turn
   * @param submittedMs when its result was handed in; reviews are later
   * @param outcome how it ended, such as accepted, rejected or expired; empty while it is under way
   * @param turn in which its result was said
   * @param cost of the member's calls from its beginning to that of the member's next attempt
   */
  record Attempt(
      String task,
      String title,
      int number,
      @Shape.Inline Span span,
      Optional<Long> submittedMs,
      Optional<String> outcome,
      Optional<String> turn,
      Costs.Sum cost) {}

  /**
   * A review of an attempt.
   *
   * @param outcome of the attempt
   */
  record Review(
      String task,
      String title,
      int number,
      String reviewer,
      int score,
      Optional<String> comment,
      Optional<String> outcome,
      Optional<Instant> at,
      Optional<Long> atMs) {}

  /** A mail, without its text. */
  record Letter(String id, String from, String to, String type, Instant at, long atMs) {}

  /** Returns lines for a person. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "run %s, %s: %s, %s"
            .formatted(about.run(), about.kind(), state, PeerText.plain(about.title())));
    Table table =
        Table.of("member", "task", "attempt", "from", "to", "outcome", "cost", "title")
            .whole("member", "task", "outcome");
    for (Member member : members) {
      for (Attempt attempt : member.attempts()) {
        table.row(
            PeerText.plain(member.name()),
            attempt.task(),
            Integer.toString(attempt.number()),
            attempt.span().from().toString(),
            attempt.span().to().map(Instant::toString).orElse(""),
            attempt.outcome().orElse("under way"),
            attempt.cost().words(),
            PeerText.plain(attempt.title()));
      }
    }
    lines.addAll(table.lines());
    reviews.forEach(review -> lines.add(line(review)));
    lines.add("%d mails between members".formatted(mail.size()));
    return lines;
  }

  private static String line(Review review) {
    return "%s gave %d to attempt %d of %s%s"
        .formatted(
            PeerText.plain(review.reviewer()),
            review.score(),
            review.number(),
            review.task(),
            review.comment().map(said -> ": " + PeerText.plain(said)).orElse(""));
  }
}
