package org.sovereignbook.sbp.cli.work;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Option;

/** The options that select events. */
public final class EventOptions {
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "only of this kind: task.claimed, or task for all that begin so")
  Optional<String> kind = Optional.empty();

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "only by or about this agent: its name, or the beginning of its id")
  Optional<String> agent = Optional.empty();

  @Option(
      names = "--peer",
      paramLabel = "PEER",
      description = "only by or about this peer, and mail to it: " + PeerFinder.PEER)
  Optional<String> peer = Optional.empty();

  @Option(names = "--task", paramLabel = "ID", description = "only about this task")
  Optional<String> task = Optional.empty();

  @Option(
      names = "--about",
      paramLabel = "KIND:ID",
      description = "only about this, such as mail:ID or peer:KEY")
  List<String> about = new ArrayList<>();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "not before this time: 2026-03-17T12:00:00Z, yesterday, Friday, 12h ago: 12h")
  Optional<String> since = Optional.empty();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "before then, said likewise; a day counts whole")
  Optional<String> until = Optional.empty();

  /** Checks the times, so that a wrong one is refused also where there are no events. */
  void check(Session session) {
    check(session, since, until);
  }

  /** Checks the times of a period, and repeats them as they were understood. */
  public static void check(Session session, Optional<String> since, Optional<String> until) {
    if (since.isEmpty() && until.isEmpty()) {
      return;
    }
    ZonedDateTime now = session.localTime(session.node());
    List<String> understood = new ArrayList<>();
    since
        .map(given -> time("--since", given, now, SpokenTime.Side.PAST))
        .ifPresent(at -> understood.add("since " + SpokenTime.shown(at, now.getZone())));
    until
        .map(given -> time("--until", given, now, SpokenTime.Side.UNTIL))
        .ifPresent(at -> understood.add("until " + SpokenTime.shown(at, now.getZone())));
    session.output().note(String.join(", ", understood));
  }

  /**
   * Returns what to look for.
   *
   * @param session knows the peers
   */
  public EventFilter filter(Session session, EventLog log) {
    ZonedDateTime now = log.tx().now().atZone(AccessSettings.zone(log.tx().config()));
    List<Subject> subjects = new ArrayList<>();
    task.map(Subject::task).ifPresent(subjects::add);
    about.forEach(one -> subjects.add(subject(one)));
    return new EventFilter(
        kind,
        Stream.concat(
                agent.map(given -> agent(log, given)).stream(),
                peer.map(given -> peer(session, given)).stream())
            .toList(),
        subjects,
        since.map(given -> time("--since", given, now, SpokenTime.Side.PAST)),
        until.map(given -> time("--until", given, now, SpokenTime.Side.UNTIL)));
  }

  private static Principal peer(Session session, String given) {
    return Principal.peer(
        PeerFinder.key(given)
            .orElseGet(() -> PeerFinder.find(session.peers(session.node()), given).publicKey()));
  }

  /** Returns the agent of this name; a removed agent may be known from its events only. */
  private static Principal agent(EventLog log, String given) {
    Optional<Agent> named = Agents.living(log.tx(), given);
    try {
      return named.isPresent() ? Principal.agent(named.get().id().hex()) : log.agent(given);
    } catch (IllegalArgumentException e) {
      throw CliException.notFound(
          PeerText.quote(given) + ": " + e.getMessage(), "who there is:  sbp agent list");
    }
  }

  /** Parses a subject from {@code KIND:ID}. */
  public static Subject subject(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw CliException.wrong("not a thing like task:ID or mail:ID: " + PeerText.quote(text));
    }
    return new Subject(text.substring(0, colon), text.substring(colon + 1));
  }

  /** Parses a time, or a time ago. */
  public static Instant time(String option, String text, ZonedDateTime now, SpokenTime.Side side) {
    return SpokenTime.time(option, text, now, side);
  }
}
