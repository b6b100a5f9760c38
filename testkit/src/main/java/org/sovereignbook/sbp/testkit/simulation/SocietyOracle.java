package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The part of the judge that looks at societies: mail, leases, offers, groups, decisions. */
final class SocietyOracle {
  private final Supplier<Instant> now;
  private final Verdicts verdicts;
  private final PlainSociety signed = new PlainSociety();
  private final Map<Integer, Seen> seen = new HashMap<>();
  private final List<Noted> noted = new ArrayList<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final List<Stray> strays = new ArrayList<>();

  private static final class Seen {
    private final Set<String> handled = new HashSet<>();
    private final Map<String, Long> fences = new HashMap<>();
    private final Set<Integer> members = new HashSet<>();
    private final Set<Integer> everMembers = new HashSet<>();
    private final Map<String, Long> serials = new HashMap<>();
  }

  /** A text of a group, and the nodes that were members when it was written, or became so later. */
  private record Noted(int owner, String token, Set<Integer> readers) {}

  /** A text to the owner of a group by a node that is not a member then, nor later. */
  private record Stray(int owner, int by, String token) {}

  SocietyOracle(Supplier<Instant> now, Verdicts verdicts) {
    this.now = now;
    this.verdicts = verdicts;
  }

  private Seen of(Judge.Machine node) {
    return seen.computeIfAbsent(node.index(), _ -> new Seen());
  }

  void posted(Judge.Machine from, PlainEnvelope envelope, String text) {
    signed.posted(from.index(), envelope);
    verdicts.check(
        "a group's text leaves only encrypted",
        !PlainNode.NOTE.matcher(text).find(),
        () -> from.index() + " sent it to " + envelope.recipient());
  }

  void restored(Judge.Machine node) {
    of(node).handled.clear();
    of(node).fences.clear();
    of(node).serials.clear();
    // Who was removed since the backup is a member again.
    of(node).members.addAll(of(node).everMembers);
  }

  /** An agent has done what was to be done once, such as acknowledging a mail. */
  void handled(Judge.Machine node, String what) {
    verdicts.check(
        "nothing is handled twice",
        of(node).handled.add(what),
        () -> node.index() + " handled again: " + what);
  }

  /** An agent is about to acknowledge a mail of this id in its node. */
  void acknowledges(String mail) {
    acknowledged.add(mail);
  }

  /** A worker got a lease on a task. */
  void claimed(Judge.Machine node, String task, long fence) {
    long before = Optional.ofNullable(of(node).fences.put(task, fence)).orElse(0L);
    verdicts.check(
        "one lease holder per fence",
        fence > before,
        () -> node.index() + " gave " + task + " with fence " + fence + " after " + before);
  }

  /** A worker's result was taken. */
  void submitted(Judge.Machine node, String task, long fence) {
    verdicts.check(
        "a result needs the newest lease",
        fence == of(node).fences.getOrDefault(task, fence)
            && of(node).handled.add("result of " + task + " " + fence),
        () -> node.index() + " took a result of " + task + " with fence " + fence);
  }

  /** The owner of a node made another node a member of its group, or removed it. */
  void member(Judge.Machine owner, int node, boolean isMember) {
    if (isMember) {
      of(owner).members.add(node);
      of(owner).everMembers.add(node);
      noted.stream()
          .filter(note -> note.owner() == owner.index())
          .forEach(note -> note.readers().add(node));
      strays.removeIf(stray -> stray.owner() == owner.index() && stray.by() == node);
    } else {
      of(owner).members.remove(node);
    }
  }

  /** The owner of a group, or a member, writes a text into it that is nowhere else. */
  void noted(Judge.Machine owner, String token) {
    noted.add(new Noted(owner.index(), token, new HashSet<>(of(owner).members)));
  }

  boolean isMember(Judge.Machine owner, int node) {
    return of(owner).members.contains(node);
  }

  /** A node that is no member sends a text to the owner of a group. */
  void stray(Judge.Machine owner, int by, String token) {
    strays.add(new Stray(owner.index(), by, token));
  }

  /** A node, which may be hostile, has these texts of groups. */
  void has(int node, Set<String> texts) {
    for (Noted note : noted) {
      verdicts.check(
          "a group's text reaches members only",
          note.owner() == node || note.readers().contains(node) || !texts.contains(note.token()),
          () -> node + " has " + note);
    }
  }

  /** Judges the members' lists that a node goes by now. */
  void checkLists(Judge.Machine node) {
    for (Map<String, String> row : PlainSociety.lists(node)) {
      verdicts.check(
          "only lists of a group's owner are believed",
          signed.isListOf(node, row),
          () -> node.index() + " goes by a list of " + row);
      long serial = Long.parseLong(row.getOrDefault("serial", "0"));
      String group = row.get("node") + " " + row.get("name_there");
      long before = Optional.ofNullable(of(node).serials.put(group, serial)).orElse(0L);
      verdicts.check(
          "a list never gives way to an older one",
          serial >= before,
          () -> node.index() + " goes by " + serial + " after " + before + " of " + group);
    }
  }

  /** Judges a society after the quiet days. */
  void end(Judge.Machine node) {
    if (node.isRestored()) {
      return;
    }
    has(node.index(), PlainNode.notes(node));
    checkLists(node);
    checkItems(node);
    checkReceipts(node);
    verdicts.none("nothing forged is believed", node, PlainSociety.forged(node));
    strays.stream()
        .filter(stray -> stray.owner() == node.index())
        .map(stray -> PlainSociety.containing(node, stray.token()))
        .forEach(found -> verdicts.none("a group's owner takes nothing of others", node, found));
    verdicts.none("every mail ends", node, PlainSociety.mailOpenSince(node, now.get()));
    verdicts.none("every offer ends", node, PlainSociety.openOffers(node));
    Instant yesterday = now.get().minus(Duration.ofDays(1));
    verdicts.none("every lease ends", node, PlainSociety.leasesOverSince(node, yesterday));
    verdicts.none("hash chains are whole", node, PlainChain.faults(node));
  }

  /** Each version that is said to come from an honest node was sent by it. */
  private void checkItems(Judge.Machine node) {
    for (Map<String, String> row : PlainSociety.versions(node)) {
      verdicts.check(
          "only items of members are believed",
          signed.isItemOf(node, row),
          () -> node.index() + " has an item " + row);
    }
  }

  /** Each mail that is said to be handled was acknowledged by its recipient, and nobody else. */
  private void checkReceipts(Judge.Machine node) {
    for (Map<String, String> row : PlainSociety.handledElsewhere(node)) {
      List<String> ids = signed.idsThere(node, row.getOrDefault("peer_id", ""));
      verdicts.check(
          "a receipt is its recipient's",
          ids.stream().anyMatch(acknowledged::contains),
          () -> node.index() + " believes that somebody has handled " + row);
    }
  }
}
