package org.sovereignbook.sbp.reader;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endorsement.Target;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.ObjectStore;

/**
 * Makes this node's endorsements (PROTOCOL §9): never two for one target, never one of itself. Not
 * thread-safe.
 */
final class OwnEndorsements {
  private final KeyPair keys;
  private final Endpoint ownEndpoint;
  private final ObjectStore objects;
  private final Timestamp now;
  private Optional<Set<Target>> endorsed = Optional.empty();

  OwnEndorsements(KeyPair keys, Endpoint ownEndpoint, ObjectStore objects, Timestamp now) {
    this.keys = keys;
    this.ownEndpoint = ownEndpoint;
    this.objects = objects;
    this.now = now;
  }

  JsonObject endorseContent(ContentHash content, PublicKey author, Optional<String> note)
      throws Decision.Refused {
    requireOther(author);
    return endorse(new Target.OfContent(content), Optional.empty(), note);
  }

  JsonObject endorseIdentity(PublicKey target, Endpoint endpoint, Optional<String> note)
      throws Decision.Refused {
    requireOther(target);
    return endorse(new Target.OfIdentity(target), Optional.of(endpoint), note);
  }

  private JsonObject endorse(Target target, Optional<Endpoint> endpoint, Optional<String> note)
      throws Decision.Refused {
    Set<Target> made = endorsed.orElseGet(this::load);
    endorsed = Optional.of(made);
    if (!made.add(target)) {
      throw new Decision.Refused("this was endorsed before");
    }
    Optional<String> said = note.filter(text -> !text.isBlank());
    return Endorsement.sign(
        Endorsement.build(keys.publicKey(), ownEndpoint, target, endpoint, said, now), keys);
  }

  private void requireOther(PublicKey key) throws Decision.Refused {
    if (key.equals(keys.publicKey())) {
      throw new Decision.Refused("a node does not endorse itself");
    }
  }

  private Set<Target> load() {
    return objects
        .createdEndorsements()
        .filter(made -> made.endorserKey().equals(keys.publicKey()))
        .map(Endorsement::target)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
