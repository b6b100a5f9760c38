package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Attacks of a hostile node on societies. It knows everything that is in its victims' databases,
 * the keys of groups, too, but not the keys that nodes sign with now.
 *
 * <p>Texts say what the judge may find of them: {@code forged-} nowhere, {@code stray-} not with
 * the owner of a group that the node is no member of, {@code spam-} wherever it is let in.
 */
final class HostileSociety {
  private static final String MEMBER = SimSociety.AGENTS.getFirst();
  private static final int REMEMBERED = 50;

  private final World world;
  private final HostileHost host;
  private final Dice dice;
  private final List<JsonObject> lists = new ArrayList<>();
  private final List<Opened> keys = new ArrayList<>();
  private int tokens;

  /** A key of a group that a list had for this node. */
  private record Opened(GroupMail.Group group, long epoch, ContentKey key) {}

  /** A group as a victim knows it. */
  private record Known(GroupMail.Group group, long serial, long epoch, boolean isItsOwn) {}

  HostileSociety(World world, HostileHost host, Dice dice) {
    this.world = world;
    this.host = host;
    this.dice = dice;
  }

  /** Attacks the society of a node, if it has one and is up. */
  void attack(SimNode victim) {
    if (victim.society().isEmpty() || !victim.isUp()) {
      return;
    }
    remember(victim);
    world.count("attacks on societies");
    switch (dice.below(10)) {
      case 0 -> list(victim);
      case 1 -> oldList(victim);
      case 2 -> ownList(victim);
      case 3, 4, 5 -> item(victim);
      case 6 -> mail(victim);
      case 7 -> receipt(victim);
      case 8 -> result(victim);
      default -> offer(victim);
    }
  }

  private String token(String kind) {
    return kind + "-" + tokens++ + "-" + host.index() + ";";
  }

  private Timestamp now() {
    return new Timestamp(world.fibers().now());
  }

  private long nowMs() {
    return world.fibers().now().toEpochMilli();
  }

  private String id() {
    return HexFormat.of().formatHex(dice.secure().generateSeed(8));
  }

  /** Returns the own key, or one of another node of which the victim knows that it is retired. */
  private KeyPair signer(SimNode victim) {
    return dice.happens(0.5) ? host.keys() : host.retired(victim).orElse(host.keys());
  }

  private boolean isOwn(KeyPair keys) {
    return keys.publicKey().equals(host.keys().publicKey());
  }

  private void send(SimNode victim, KeyPair by, GroupMail mail) {
    host.send(victim, host.envelope(victim, MessageType.MEMORY, mail.payload(), by));
  }

  private void send(SimNode victim, KeyPair by, AgentMail mail) {
    host.send(victim, host.envelope(victim, MessageType.DIRECT, mail.payload(), by));
  }

  // Shared groups.

  private List<Known> groups(SimNode victim) {
    return victim
        .rows(
            "SELECT node, name_there, serial, epoch, document FROM shared_group"
                + " WHERE ended_ms IS NULL ORDER BY group_id")
        .stream()
        .map(
            row ->
                new Known(
                    new GroupMail.Group(
                        PublicKey.parse(row.getOrDefault("node", "")),
                        row.getOrDefault("name_there", "")),
                    Long.parseLong(row.get("serial")),
                    Long.parseLong(row.get("epoch")),
                    row.getOrDefault("document", "").isEmpty()))
        .toList();
  }

  /** Keeps the lists that a victim goes by, to repeat them when they are old. */
  private void remember(SimNode victim) {
    for (Map<String, String> row :
        victim.rows("SELECT document FROM shared_group WHERE document <> '' ORDER BY group_id")) {
      JsonObject list = json(row.getOrDefault("document", "").getBytes(StandardCharsets.UTF_8));
      if (!lists.contains(list) && lists.size() < REMEMBERED) {
        lists.add(list);
      }
    }
  }

  private static JsonObject json(byte[] bytes) {
    try {
      return JsonReader.file(bytes) instanceof JsonObject object ? object : JsonObject.empty();
    } catch (MalformedJson e) {
      return JsonObject.empty();
    }
  }

  /** A list of another's group, with this node and strangers in it, by a number of its own. */
  private void list(SimNode victim) {
    List<Known> groups = groups(victim);
    if (groups.isEmpty()) {
      return;
    }
    Known known = dice.oneOf(groups);
    KeyPair by = signer(victim);
    long serial = Math.max(1, known.serial() + dice.below(50) - 5);
    long epoch = Math.max(1, known.epoch() + dice.below(3) - 1);
    send(victim, by, listed(victim, known.group(), serial, epoch, by));
  }

  /** A list of a group of this node's, in which the victim has a member, and strangers. */
  private void ownList(SimNode victim) {
    GroupMail.Group group = new GroupMail.Group(host.keys().publicKey(), "team");
    send(victim, host.keys(), listed(victim, group, 1 + dice.below(9), 1, host.keys()));
  }

  private GroupMail listed(
      SimNode victim, GroupMail.Group group, long serial, long epoch, KeyPair by) {
    PublicKey to = host.keyOf(victim);
    SimNode other = dice.oneOf(world.nodes());
    List<GroupList.MemberNode> nodes = new ArrayList<>();
    nodes.add(node(to, victim.endpoint(), "member"));
    nodes.add(node(host.keys().publicKey(), host.endpoint(), isOwner(group) ? "owner" : "admin"));
    if (other.index() != victim.index()) {
      nodes.add(node(host.keyOf(other), host.endpoint(), "member"));
    }
    nodes.add(
        node(
            KeyPair.generate(dice.secure()).publicKey(),
            Endpoint.parse("https://nobody" + dice.below(1 << 20) + ".example"),
            "member"));
    GroupList list =
        GroupList.sign(group, "Team", JsonObject.empty(), serial, epoch, nodes, now(), by);
    Sealed key =
        ContentKey.generate(dice.secure())
            .seal(to, GroupMail.aboutKey(group, epoch, to), dice.secure());
    return new GroupMail(group, new GroupMail.Listed(list, Optional.of(key)));
  }

  private boolean isOwner(GroupMail.Group group) {
    return group.node().equals(host.keys().publicKey());
  }

  private static GroupList.MemberNode node(PublicKey key, Endpoint endpoint, String role) {
    return new GroupList.MemberNode(key, endpoint, List.of(new GroupList.Member(MEMBER, role)));
  }

  /** A list that its owner has signed once, as it was or changed, to be a member again by it. */
  private void oldList(SimNode victim) {
    if (lists.isEmpty()) {
      return;
    }
    JsonObject signed = dice.oneOf(lists);
    KeyPair by = signer(victim);
    JsonObject changed =
        switch (dice.below(3)) {
          case 0 -> signed;
          case 1 -> signed.with("serial", 1_000 + dice.below(1_000));
          default ->
              Signing.sign(
                  signed
                      .without("signature")
                      .with("signed_by", by.publicKey().toString())
                      .with("serial", 1_000 + dice.below(1_000)),
                  by,
                  "signed_by");
        };
    GroupList list = GroupList.parse(changed).toOptional().orElseThrow();
    PublicKey to = host.keyOf(victim);
    Sealed key =
        ContentKey.generate(dice.secure())
            .seal(to, GroupMail.aboutKey(list.group(), list.epoch(), to), dice.secure());
    send(victim, by, new GroupMail(list.group(), new GroupMail.Listed(list, Optional.of(key))));
  }

  /** A text for a group, encrypted by the group's own key. */
  private void item(SimNode victim) {
    List<Known> groups = groups(victim);
    if (groups.isEmpty()) {
      return;
    }
    Known known = dice.oneOf(groups);
    KeyPair by = signer(victim);
    List<String> ids =
        victim.rows("SELECT id FROM shared_item ORDER BY id").stream()
            .map(row -> row.get("id"))
            .toList();
    boolean isOverwriting = !ids.isEmpty() && dice.happens(0.3);
    boolean isMembers = isOwn(by) && !isOverwriting && dice.happens(0.6);
    String author = isMembers ? MEMBER : dice.oneOf(List.of("second", AgentMail.OWNER, MEMBER));
    boolean isMemberThere = world.societyJudge().isMember(victim, host.index());
    boolean isStray = known.isItsOwn() && !isMemberThere;
    String id = isOverwriting ? dice.oneOf(ids) : id();
    // A member may write over what others have written in the group.
    boolean mayWrite =
        wasMember(known.group())
            || (known.isItsOwn() && isMemberThere)
            || !isOfOthers(victim, known, id);
    boolean isForged = !isMembers && !(isOwn(by) && author.equals(MEMBER) && mayWrite);
    String token =
        token(isForged ? "forged" : isStray && !isOwner(known.group()) ? "stray" : "spam");
    if (token.startsWith("stray")) {
      world.societyJudge().stray(victim, host.index(), token);
    }
    ContentKey key = key(victim, known).orElseGet(() -> ContentKey.generate(dice.secure()));
    byte[] encrypted =
        key.encrypt(
            note(token).toString().getBytes(StandardCharsets.UTF_8),
            GroupMail.aboutItem(known.group(), id, known.epoch()),
            dice.secure());
    GroupMail.Item item =
        new GroupMail.Item(
            id,
            id(),
            nowMs() + dice.below(1_000),
            author,
            known.serial() + dice.below(2),
            known.epoch(),
            Base64Url.encode(encrypted));
    send(victim, by, new GroupMail(known.group(), item));
    if (dice.happens(0.1)) {
      send(victim, by, new GroupMail(known.group(), new GroupMail.Leave(List.of(MEMBER))));
    }
  }

  /** Returns whether another node has written an item of this id in the group, not elsewhere. */
  private boolean isOfOthers(SimNode victim, Known known, String id) {
    return victim
        .rows(
            "SELECT i.node FROM shared_item i JOIN shared_group g ON g.group_id = i.group_id"
                + " WHERE i.id = '%s' AND g.node = '%s' AND g.name_there = '%s'"
                    .formatted(id, known.group().node(), known.group().id()))
        .stream()
        .anyMatch(row -> !host.keys().publicKey().toString().equals(row.get("node")));
  }

  /** Returns whether this node has been given a key of the group. */
  private boolean wasMember(GroupMail.Group group) {
    return keys.stream().anyMatch(one -> one.group().equals(group));
  }

  private static JsonObject note(String text) {
    return JsonObject.builder()
        .put("type", "note")
        .put("body", JsonObject.empty().with("content", text))
        .put("tags", JsonArray.of())
        .put("domain", "value")
        .put("copy", false)
        .build();
  }

  /** Returns the key of a group's epoch, taken out of the victim's database and opened for it. */
  private static Optional<ContentKey> key(SimNode victim, Known known) {
    return victim
        .rows(
            "SELECT k.sealed, k.to_key FROM shared_key k JOIN shared_group g ON g.group_id ="
                + " k.group_id WHERE g.node = '"
                + known.group().node()
                + "' AND k.epoch = "
                + known.epoch())
        .stream()
        .findFirst()
        .flatMap(
            row -> {
              PublicKey to = PublicKey.parse(row.getOrDefault("to_key", ""));
              return victim
                  .node()
                  .keyPair(to)
                  .map(
                      pair ->
                          ContentKey.open(
                              Sealed.parse(row.getOrDefault("sealed", "")),
                              pair,
                              GroupMail.aboutKey(known.group(), known.epoch(), to)));
            });
  }

  // Mail and tasks.

  private void mail(SimNode victim) {
    KeyPair by = signer(victim);
    send(
        victim,
        by,
        mail(
            MailType.MESSAGE,
            dice.oneOf(SimSociety.AGENTS),
            token(isOwn(by) ? "spam" : "forged"),
            AgentMail.Carried.NOTHING));
  }

  private AgentMail mail(MailType type, String to, String body, AgentMail.Carried carried) {
    return new AgentMail(
        id(),
        type,
        MEMBER,
        type.isForAgent() ? Optional.of(to) : Optional.empty(),
        1 + dice.below(5),
        now(),
        new AgentMail.About(
            Optional.of(new Timestamp(world.fibers().now().plus(Duration.ofHours(20)))),
            Optional.empty(),
            Optional.empty()),
        body,
        carried);
  }

  /** A receipt for a mail that went to another node. */
  private void receipt(SimNode victim) {
    List<String> ids =
        victim
            .rows(
                "SELECT peer_id FROM mail WHERE way = 'out' AND state NOT IN ('handled', 'expired',"
                    + " 'refused') ORDER BY number")
            .stream()
            .map(row -> row.get("peer_id"))
            .toList();
    if (!ids.isEmpty()) {
      MailReceipt.Kind kind =
          dice.oneOf(List.of(MailReceipt.Kind.HANDLED, MailReceipt.Kind.REFUSED));
      MailReceipt receipt = new MailReceipt(dice.oneOf(ids), kind, now(), Optional.empty());
      send(
          victim,
          signer(victim),
          mail(
              MailType.RECEIPT,
              MEMBER,
              "a receipt",
              new AgentMail.Carried(List.of(receipt), Optional.empty(), Optional.empty())));
    }
  }

  /** A result of a task that was offered to another node. */
  private void result(SimNode victim) {
    List<String> ids =
        victim
            .rows(
                "SELECT peer_id FROM offer WHERE way = 'out' AND state IN ('offered', 'accepted')"
                    + " ORDER BY id")
            .stream()
            .map(row -> row.get("peer_id"))
            .toList();
    if (!ids.isEmpty()) {
      TaskResult result =
          new TaskResult(dice.oneOf(ids), TaskResult.State.COMPLETED, token("forged"));
      send(
          victim,
          signer(victim),
          mail(
              MailType.TASK_RESULT,
              MEMBER,
              "a result",
              new AgentMail.Carried(List.of(), Optional.empty(), Optional.of(result))));
    }
  }

  /** An offer of a task, or the end of one that another node has offered. */
  private void offer(SimNode victim) {
    List<String> ids =
        victim.rows("SELECT peer_id FROM offer WHERE way = 'in' ORDER BY id").stream()
            .map(row -> row.get("peer_id"))
            .toList();
    boolean ends = !ids.isEmpty() && dice.happens(0.3);
    KeyPair by = signer(victim);
    TaskOffer offer =
        new TaskOffer(
            ends ? dice.oneOf(ids) : id(),
            ends ? TaskOffer.State.WITHDRAWN : TaskOffer.State.OFFERED,
            token(isOwn(by) ? "spam" : "forged"),
            "",
            List.of(),
            0);
    send(
        victim,
        by,
        mail(
            MailType.TASK_OFFER,
            MEMBER,
            "an offer",
            new AgentMail.Carried(List.of(), Optional.of(offer), Optional.empty())));
  }

  // As a member, which takes lists and items, and reads what it can open.

  /** Takes a part of a group that was sent to this node, and confirms it. */
  boolean takes(byte[] envelope) {
    JsonObject payload = json(envelope).object("payload").orElse(JsonObject.empty());
    Optional<GroupMail> mail = GroupMail.parse(payload).toOptional();
    mail.flatMap(this::confirmed)
        .ifPresent(
            receipt ->
                world
                    .fibers()
                    .after(
                        Duration.ofMinutes(1),
                        () ->
                            world
                                .fibers()
                                .start(
                                    () -> true,
                                    () ->
                                        confirm(
                                            PlainEnvelope.of(envelope).sender(),
                                            new GroupMail(mail.get().group(), receipt)))));
    return mail.isPresent();
  }

  private void confirm(String sender, GroupMail receipt) {
    world.nodes().stream()
        .filter(node -> host.keyOf(node).toString().equals(sender))
        .forEach(node -> send(node, host.keys(), receipt));
  }

  private Optional<GroupMail.Part> confirmed(GroupMail mail) {
    return switch (mail.part()) {
      case GroupMail.Listed listed -> {
        listed.key().ifPresent(key -> open(mail.group(), listed.list().epoch(), key));
        yield Optional.of(received("list", Long.toString(listed.list().serial())));
      }
      case GroupMail.Item item -> {
        read(mail.group(), item);
        yield Optional.of(received(item.id(), item.version()));
      }
      default -> Optional.empty();
    };
  }

  private static GroupMail.ReceiptList received(String of, String version) {
    return new GroupMail.ReceiptList(
        List.of(
            new GroupMail.Receipt(
                of, version, GroupMail.ReceiptStatus.RECEIVED, Optional.empty())));
  }

  private void open(GroupMail.Group group, long epoch, Sealed sealed) {
    PublicKey own = host.keys().publicKey();
    try {
      keys.add(
          new Opened(
              group,
              epoch,
              ContentKey.open(sealed, host.keys(), GroupMail.aboutKey(group, epoch, own))));
    } catch (IllegalArgumentException e) {
      world.trace(host.index() + " opens nothing");
    }
  }

  /** Tries every key that it ever had of the group. */
  private void read(GroupMail.Group group, GroupMail.Item item) {
    for (Opened one : List.copyOf(keys)) {
      if (one.group().equals(group)) {
        try {
          byte[] text =
              one.key().decrypt(item.bytes(), GroupMail.aboutItem(group, item.id(), item.epoch()));
          PlainNode.NOTE
              .matcher(new String(text, StandardCharsets.UTF_8))
              .results()
              .forEach(note -> world.societyJudge().has(host.index(), Set.of(note.group())));
          world.count("texts read by hostile members");
        } catch (IllegalArgumentException e) {
          world.trace(host.index() + " reads nothing by the key of " + one.epoch());
        }
      }
    }
  }
}
