package org.sovereignbook.sbp.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;

/** This node's endorsements (PROTOCOL §9): never two for one target. Not thread-safe. */
public final class OwnEndorsements {
  private final Node node;
  private final KeyPair keys;
  private final ObjectStore objects;
  private Optional<Map<Target, ContentHash>> known = Optional.empty();

  public OwnEndorsements(Node node, ObjectStore objects) {
    this.node = node;
    this.keys = node.keys();
    this.objects = objects;
  }

  /** Returns the earlier endorsement of this target, if there is one. */
  public Optional<ContentHash> given(Target target) {
    return Optional.ofNullable(all().get(target));
  }

  /**
   * Signs one, of what was not endorsed before and is not this node itself.
   *
   * @param endpoint where a peer that is endorsed can be reached
   * @param note why, in public
   */
  public JsonObject sign(Target target, Optional<Endpoint> endpoint, Optional<String> note) {
    JsonObject signed =
        Endorsement.sign(
            Endorsement.build(
                keys.publicKey(),
                node.identity().endpoint(),
                target,
                endpoint,
                note.filter(text -> !text.isBlank()),
                node.now()),
            keys);
    all().put(target, ContentHash.of(signed));
    return signed;
  }

  /** Returns all endorsements; read once, since there may be many. */
  private Map<Target, ContentHash> all() {
    if (known.isEmpty()) {
      Map<Target, ContentHash> made = new HashMap<>();
      objects
          .createdEndorsements()
          .filter(one -> one.endorserKey().equals(keys.publicKey()))
          .forEach(one -> made.putIfAbsent(one.target(), one.hash()));
      known = Optional.of(made);
    }
    return known.get();
  }
}
