package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.plugins.offers.Offers;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.GroupFeatures;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.OutsideMember;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StoreException;

/** The work of agents on the nodes with a society, and the deeds of their owners. */
final class Agencies {
  private static final Duration PAUSE = Duration.ofHours(2);
  private static final String GROUP = "team";

  private final World world;
  private final Dice dice;
  private int tokens;

  Agencies(World world, Dice dice) {
    this.world = world;
    this.dice = dice;
  }

  void begin() {
    for (SimNode node : world.nodes()) {
      if (node.society().isPresent()) {
        repeat(node);
      }
    }
  }

  /** Goes on in the quiet days with what ends work, so that all of it can end. */
  private void repeat(SimNode node) {
    world
        .fibers()
        .after(
            dice.between(Duration.ofMinutes(10), PAUSE.multipliedBy(world.isQuiet() ? 8 : 2)),
            () -> {
              something(node);
              repeat(node);
            });
  }

  private void something(SimNode node) {
    int roll = world.isQuiet() ? dice.below(50) : dice.below(100);
    String agent = dice.oneOf(SimSociety.AGENTS);
    if (roll < 25) {
      handleMail(node, agent);
    } else if (roll < 50) {
      work(node, agent);
    } else if (roll < 66) {
      mail(node, agent);
    } else if (roll < 76) {
      addTask(node);
    } else if (roll < 84) {
      offer(node);
    } else if (roll < 90) {
      join(node);
    } else if (roll < 93) {
      leave(node);
    } else {
      note(node);
    }
  }

  private interface Work {
    void in(SimSociety society);
  }

  /** Does something as one command; what the program refuses is left. */
  private void command(SimNode node, String what, Work work) {
    node.command(
        what,
        () -> {
          try {
            work.in(node.society().orElseThrow());
          } catch (SocietyException | StoreException e) {
            world.trace(node.index() + " may not: " + e.getMessage());
            world.count("refused " + what);
          }
        });
  }

  private boolean hasSociety(Peer peer) {
    return world.node(peer.name()).flatMap(SimNode::society).isPresent();
  }

  private boolean isHostile(Peer peer) {
    return world.hostiles().stream().anyMatch(one -> peer.name().equals("n" + one.index()));
  }

  /** Returns another node with a society, as this one knows it, if it trusts it. */
  private Optional<Peer> partner(SimNode node, Predicate<Peer> which) {
    List<Peer> partners =
        node.peers().stream()
            .filter(peer -> peer.trust() != TrustState.BLOCKED)
            .filter(peer -> peer.decidedTrust() != TrustState.UNKNOWN)
            .filter(which)
            .toList();
    return partners.isEmpty() ? Optional.empty() : Optional.of(dice.oneOf(partners));
  }

  /** Does something with another node; without any, decides on the nodes that are known. */
  private void withPartner(SimNode node, String what, Meeting meeting) {
    withPartner(node, what, this::hasSociety, meeting);
  }

  private void withPartner(SimNode node, String what, Predicate<Peer> which, Meeting meeting) {
    Optional<Peer> peer = partner(node, which);
    if (peer.isEmpty()) {
      decide(node);
    } else {
      command(node, what, society -> meeting.with(peer.get(), society));
    }
  }

  private interface Meeting {
    void with(Peer peer, SimSociety society);
  }

  /** Decides that the known peers are known, so that their agents may write to this node's. */
  private void decide(SimNode node) {
    node.operate(
        "decides",
        store -> {
          PeerTable before = store.peers();
          PeerTable decided =
              before.withAll(
                  before.peers().stream()
                      .filter(peer -> peer.trust() == TrustState.KNOWN)
                      .map(peer -> peer.withKnownBy(KnownBy.OWNER))
                      .toList());
          store.commit(new ChangeSet().addAll(decided.changes(before)));
        });
  }

  private static Correspondent address(Peer peer) {
    return new Correspondent(peer.publicKey(), peer.endpoint());
  }

  private static int indexOf(Peer peer) {
    return Integer.parseInt(peer.name().substring(1));
  }

  private String token(String kind, SimNode node) {
    return kind + "-" + tokens++ + "-" + node.index() + ";";
  }

  // Mail.

  private void mail(SimNode node, String agent) {
    withPartner(
        node,
        "mail",
        (peer, society) -> {
          String token = token("mail", node);
          Sending sending =
              new Sending(
                  MailType.MESSAGE,
                  dice.oneOf(SimSociety.AGENTS),
                  Optional.of(address(peer)),
                  token,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty());
          String append =
              "[[:append %s %s]]".formatted(box(indexOf(peer), sending.name()), numberOf(token));
          Mail _ =
              asked(
                  Histories.Kind.MAIL,
                  indexOf(peer),
                  worker(node, agent),
                  "txn",
                  append,
                  () -> society.as(Optional.of(agent), sending::send),
                  _ -> Optional.of(append));
          world.count("mails");
        });
  }

  /** Takes the next mail, and acknowledges it some time later, if the machine lives until then. */
  private void handleMail(SimNode node, String agent) {
    command(
        node,
        "mail next",
        society -> {
          look(node, agent, society);
          Optional<Mail> mail = society.as(Optional.of(agent), Mailboxes::next);
          mail.ifPresent(
              one ->
                  node.later(
                      dice.between(Duration.ofSeconds(1), Duration.ofMinutes(8)),
                      () -> acknowledge(node, agent, one)));
        });
  }

  /** Notes for a history all mails of other nodes that an agent has got so far. */
  private void look(SimNode node, String agent, SimSociety society) {
    String box = box(node.index(), agent);
    List<Map<String, String>> _ =
        asked(
            Histories.Kind.MAIL,
            node.index(),
            worker(node, agent),
            "txn",
            "[[:r %s nil]]".formatted(box),
            () ->
                society.rows(
                    "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id WHERE m.way ="
                        + " 'in' AND c.text LIKE 'mail-%' AND m.recipient = '"
                        + agent
                        + "' ORDER BY m.number"),
            rows ->
                Optional.of(
                    rows.stream()
                        .map(row -> numberOf(row.getOrDefault("text", "")))
                        .collect(Collectors.joining(" ", "[[:r " + box + " [", "]]]"))));
  }

  private <T> T asked(
      Histories.Kind kind,
      int of,
      String by,
      String f,
      String value,
      Supplier<T> work,
      Function<T, Optional<String>> answer) {
    return world.histories().during(new Histories.Call(kind, of, by, f, value), work, answer);
  }

  private static String worker(SimNode node, String agent) {
    return node.index() + "/" + agent;
  }

  /** Returns the name of an agent's mailbox in a history. */
  private static String box(int node, String agent) {
    return "\"n" + node + "/" + agent + "\"";
  }

  /** Returns the number of a token, which is in no other of its kind. */
  private static String numberOf(String token) {
    return token.split("-", 3)[1];
  }

  private void acknowledge(SimNode node, String agent, Mail mail) {
    command(
        node,
        "mail done",
        society -> {
          world.societyJudge().acknowledges(mail.id());
          boolean isFirst =
              society.as(
                  Optional.of(agent),
                  (tx, caller) -> Mailboxes.acknowledge(tx, caller, mail.id(), Optional.empty()));
          if (isFirst) {
            world.societyJudge().handled(node, "mail " + mail.id());
            world.count("mails handled");
          }
        });
  }

  // Tasks.

  private void addTask(SimNode node) {
    command(
        node,
        "task add",
        society -> {
          String _ = added(node, society);
        });
  }

  private String added(SimNode node, SimSociety society) {
    String title = token("task", node);
    return society.as(
        Optional.empty(),
        (tx, caller) ->
            Board.in(tx)
                .add(
                    Plan.of(List.of(PlannedTask.titled(title))),
                    Worker.of(caller),
                    Optional.empty())
                .getFirst());
  }

  /** Takes a task, and hands in its result some time later, perhaps after the lease. */
  private void work(SimNode node, String agent) {
    command(
        node,
        "task claim",
        society -> {
          Optional<Claim> claim =
              asked(
                  Histories.Kind.LEASES,
                  node.index(),
                  worker(node, agent),
                  "claim",
                  "nil",
                  () ->
                      society.as(
                          Optional.of(agent),
                          (tx, caller) -> Board.in(tx).claim(Worker.of(caller))),
                  it -> it.map(one -> lease(node, one)));
          claim.ifPresent(
              one -> {
                world.societyJudge().claimed(node, one.task(), one.fence());
                world.count("claims");
                Duration most = dice.happens(0.7) ? Duration.ofMinutes(10) : Duration.ofHours(6);
                node.later(
                    dice.between(Duration.ofSeconds(1), most), () -> submit(node, agent, one));
              });
        });
  }

  private static String lease(SimNode node, Claim claim) {
    return "[\"n%d/%s\" %d]".formatted(node.index(), claim.task(), claim.fence());
  }

  private void submit(SimNode node, String agent, Claim claim) {
    command(
        node,
        "task submit",
        society -> {
          String lease = lease(node, claim);
          boolean _ =
              asked(
                  Histories.Kind.LEASES,
                  node.index(),
                  worker(node, agent),
                  "submit",
                  lease,
                  () ->
                      society.as(
                          Optional.of(agent),
                          (tx, caller) ->
                              Board.in(tx)
                                  .submit(
                                      claim.task(),
                                      claim.fence(),
                                      "done",
                                      List.of(),
                                      Worker.of(caller))),
                  _ -> Optional.of(lease));
          world.societyJudge().submitted(node, claim.task(), claim.fence());
          world.count("results");
        });
  }

  private void offer(SimNode node) {
    withPartner(
        node,
        "task offer",
        (peer, society) -> {
          String task = added(node, society);
          String _ =
              society.as(
                  Optional.empty(),
                  (tx, caller) ->
                      Offers.offer(tx, caller, task, address(peer), Duration.ofHours(24)));
          world.count("offers");
        });
  }

  // Groups.

  private final Map<Integer, Map<Integer, OutsideMember>> members = new HashMap<>();

  private Map<Integer, OutsideMember> members(SimNode node) {
    return members.computeIfAbsent(node.index(), _ -> new HashMap<>());
  }

  private void join(SimNode node) {
    withPartner(
        node,
        "group join",
        peer -> hasSociety(peer) || isHostile(peer),
        (peer, society) -> {
          OutsideMember member = new OutsideMember(address(peer), "helper");
          // Before it is done: a machine that dies afterwards has done it, perhaps.
          world.societyJudge().member(node, indexOf(peer), true);
          boolean _ =
              society.as(
                  Optional.empty(),
                  (tx, caller) -> {
                    if (Groups.list(tx, caller).stream()
                        .noneMatch(group -> group.id().equals(GROUP))) {
                      var _ = Groups.create(tx, caller, GROUP, "Team", JsonObject.empty());
                    }
                    new GroupFeatures(tx).add(caller, GROUP, member, GroupRole.MEMBER);
                    return true;
                  });
          members(node).put(indexOf(peer), member);
          world.count("members");
        });
  }

  private void leave(SimNode node) {
    if (!members(node).isEmpty()) {
      int who = dice.oneOf(members(node).keySet().stream().sorted().toList());
      OutsideMember joined = Objects.requireNonNull(members(node).get(who));
      // An owner names a member by the key that the node knows now.
      OutsideMember member =
          node.peers().stream()
              .filter(peer -> peer.name().equals("n" + who))
              .findFirst()
              .map(peer -> new OutsideMember(address(peer), joined.name()))
              .orElse(joined);
      command(
          node,
          "group leave",
          society -> {
            boolean removed =
                society.as(
                    Optional.empty(),
                    (tx, caller) -> new GroupFeatures(tx).remove(caller, GROUP, member));
            members(node).remove(who);
            if (removed) {
              world.societyJudge().member(node, who, false);
            }
            world.count(removed ? "members removed" : "members gone before");
          });
    }
  }

  /** Writes an item into the node's own group. */
  private void note(SimNode node) {
    if (!members(node).isEmpty()) {
      command(
          node,
          "group note",
          society -> {
            String token = token("note", node);
            ItemDraft draft =
                ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", token))
                    .inGroup(Optional.of(GROUP))
                    .about(Domain.VALUE);
            world.societyJudge().noted(node, token);
            var _ =
                society.as(
                    Optional.empty(), (tx, caller) -> new ItemWriter(tx).write(caller, draft));
            world.count("notes");
          });
    }
  }
}
