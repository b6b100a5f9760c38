package org.sovereignbook.sbp.plugins.relay.guest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.Notice;

/** Notices for a guest's owner, and retention. */
public final class GuestUpkeep {
  /** How long a relay may be silent before the owner is told. */
  private static final Duration SILENT = Duration.ofHours(1);

  /** How long before its end the owner is told of it. */
  private static final Duration SOON = Duration.ofDays(7);

  private GuestUpkeep() {}

  /** Forgets envelopes that no relay could bring again. */
  public static int forget(Ledger ledger) {
    return ledger.write(tx -> new JoinedRelays(tx).forget());
  }

  /** Returns what is under way, in a few words. */
  public static Optional<String> status(Transaction tx) {
    List<Joined> relays = new JoinedRelays(tx).all();
    return relays.isEmpty()
        ? Optional.empty()
        : Optional.of(relays.stream().map(GuestUpkeep::status).collect(Collectors.joining("; ")));
  }

  private static String status(Joined one) {
    String what =
        one.ended()
            ? "holds no post for this node any more"
            : one.failing().isPresent()
                ? "does not answer since %s: %s"
                    .formatted(
                        new Timestamp(one.failing().get()),
                        PeerText.plain(one.problem().orElse("")))
                : "heard %s, %s".formatted(new Timestamp(one.heard()), brought(one));
    return one.relay() + " " + what;
  }

  private static String brought(Joined one) {
    String all = Wording.counted(one.stored(), "message") + " brought";
    return isStrange(one) ? all + ", " + strange(one) : all;
  }

  private static boolean isStrange(Joined one) {
    return one.repeated() > 0 || one.refused() > 0 || one.missing() > 0;
  }

  private static String strange(Joined one) {
    return "%d again, %d not valid, %d missing"
        .formatted(one.repeated(), one.refused(), one.missing());
  }

  /** Returns what the owner is to know. */
  public static List<Notice> notices(Transaction tx) {
    List<Notice> notices = new ArrayList<>();
    for (Joined one : new JoinedRelays(tx).all()) {
      String leave = "sbp relay leave " + one.relay();
      if (one.ended()) {
        notices.add(
            notice("ended", one, one.relay() + " holds no post for this node any more", leave));
      } else if (one.failing().filter(at -> at.plus(SILENT).isBefore(tx.now())).isPresent()) {
        notices.add(
            notice(
                "silent",
                one,
                "the relay %s does not answer since %s, and holds this node's post"
                    .formatted(one.relay(), new Timestamp(one.failing().get())),
                "sbp relay list"));
      }
      if (isStrange(one)) {
        notices.add(
            notice(
                "strange:" + magnitude(one),
                one,
                "the relay %s does not bring post as an honest one does: %s"
                    .formatted(one.relay(), strange(one)),
                leave));
      }
      if (one.until().filter(end -> end.minus(SOON).isBefore(tx.now())).isPresent()) {
        notices.add(
            notice(
                "until",
                one,
                "%s holds this node's post until %s only"
                    .formatted(one.relay(), new Timestamp(one.until().get())),
                "sbp relay join https://… another one"));
      }
    }
    return notices;
  }

  /** Returns the digits of the counters, so that the owner is told again only of many more. */
  private static String magnitude(Joined one) {
    return Stream.of(one.repeated(), one.refused(), one.missing())
        .map(count -> count == 0 ? "0" : Integer.toString(Long.toString(count).length()))
        .collect(Collectors.joining(":"));
  }

  private static Notice notice(String key, Joined one, String text, String remedy) {
    return new Notice(Notice.Kind.FEATURE, "relay:" + one.relay() + ":" + key, text, remedy, false);
  }
}
