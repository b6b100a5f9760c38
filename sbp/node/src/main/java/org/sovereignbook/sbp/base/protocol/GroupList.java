package org.sovereignbook.sbp.base.protocol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Members of a group by node, signed by the node of the group's owner (docs/protocol-memory.md).
 * The view is shape-checked; {@link #json} is what was signed.
 *
 * @param signedBy the owner's node's key when it signed
 * @param name for people
 * @param culture as in the owner's node
 * @param serial later lists have larger ones
 * @param epoch of the key for items that are sent from now on
 */
public record GroupList(
    JsonObject json,
    GroupMail.Group group,
    PublicKey signedBy,
    String name,
    JsonObject culture,
    long serial,
    long epoch,
    List<MemberNode> nodes,
    Timestamp issuedAt) {
  public static final String KIND = "memory-list";

  /** The most nodes of a group. */
  public static final int MAX_NODES = 50;

  /** The most members of a group in all nodes. */
  public static final int MAX_MEMBERS = 500;

  private static final int MAX_NAME_CHARACTERS = 200;
  private static final Pattern ROLE = Pattern.compile("owner|admin|member|viewer");

  /** A node with members. */
  public record MemberNode(PublicKey key, Endpoint endpoint, List<Member> members) {
    public MemberNode {
      members = List.copyOf(members);
    }

    private static MemberNode read(Fields fields) {
      List<Member> members = new ArrayList<>();
      for (JsonValue value : fields.array("members").values()) {
        if (!(value instanceof JsonObject member)) {
          throw fields.invalid("members", "holds more than objects");
        }
        Fields one = new Fields(member);
        members.add(
            new Member(one.matching("name", AgentMail.AGENT_NAME), one.matching("role", ROLE)));
      }
      if (members.isEmpty()
          || members.stream().map(Member::name).distinct().count() != members.size()) {
        throw fields.invalid("members", "is empty, or names somebody twice");
      }
      return new MemberNode(fields.publicKey("key"), fields.endpoint("endpoint"), members);
    }

    private JsonObject json() {
      return JsonObject.builder()
          .put("key", key.toString())
          .put("endpoint", endpoint.toString())
          .put("members", JsonArray.of(members.stream().map(Member::json).toList()))
          .build();
    }
  }

  /** An agent, or the owner of its node. */
  public record Member(String name, String role) {
    private JsonObject json() {
      return JsonObject.builder().put("name", name).put("role", role).build();
    }
  }

  public GroupList {
    nodes = List.copyOf(nodes);
  }

  /** Makes and signs a list. */
  public static GroupList sign(
      GroupMail.Group group,
      String name,
      JsonObject culture,
      long serial,
      long epoch,
      List<MemberNode> nodes,
      Timestamp now,
      KeyPair keys) {
    JsonObject unsigned =
        JsonObject.builder()
            .put("kind", KIND)
            .put("version", Protocol.VERSION)
            .put("group", group.json())
            .put("signed_by", keys.publicKey().toString())
            .put("name", name)
            .put("culture", culture)
            .put("serial", serial)
            .put("epoch", epoch)
            .put("nodes", JsonArray.of(nodes.stream().map(MemberNode::json).toList()))
            .put("issued_at", now.toString())
            .build();
    return read(Signing.sign(unsigned, keys, "signed_by"));
  }

  /** Returns whether the signature verifies against {@code signed_by}. */
  public boolean isSigned() {
    return Signing.verify(json, signedBy);
  }

  /** Returns the place of a node's members in it. */
  public Optional<MemberNode> of(PublicKey key) {
    return nodes.stream().filter(node -> node.key().equals(key)).findFirst();
  }

  /** Checks members, types and limits, but not the signature. */
  public static Checked<GroupList> parse(JsonObject json) {
    return RejectedException.check(() -> read(json));
  }

  static GroupList read(JsonObject json) {
    Fields fields = new Fields(json).ofKind(KIND);
    fields.string("signature");
    return new GroupList(
        json,
        GroupMail.Group.read(new Fields(fields.object("group"))),
        fields.publicKey("signed_by"),
        fields.string("name", MAX_NAME_CHARACTERS),
        fields.object("culture"),
        fields.positive("serial"),
        fields.positive("epoch"),
        readNodes(fields),
        fields.timestamp("issued_at"));
  }

  private static List<MemberNode> readNodes(Fields fields) {
    List<JsonValue> values = fields.array("nodes").values();
    if (values.size() > MAX_NODES) {
      throw fields.invalid("nodes", "holds more than " + MAX_NODES);
    }
    List<MemberNode> nodes = new ArrayList<>();
    Set<PublicKey> keys = new HashSet<>();
    int members = 0;
    for (JsonValue value : values) {
      if (!(value instanceof JsonObject one)) {
        throw fields.invalid("nodes", "holds more than objects");
      }
      MemberNode node = MemberNode.read(new Fields(one));
      members += node.members().size();
      if (!keys.add(node.key())) {
        throw fields.invalid("nodes", "names a node twice");
      }
      nodes.add(node);
    }
    if (members > MAX_MEMBERS) {
      throw fields.invalid("nodes", "names more than " + MAX_MEMBERS + " members");
    }
    return nodes;
  }
}
