package org.sovereignbook.sbp.peer.reader;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestNode;

/** What reader-postprocess leaves behind when it endorses. */
public final class Endorsements {
  private Endorsements() {}

  public static List<Change> ofContent(TestNode node, JsonObject content) {
    return List.of(
        ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content),
        created(node, new Endorsement.Target.OfContent(ContentHash.of(content))));
  }

  public static Change ofIdentity(TestNode node, PublicKey key) {
    return created(node, new Endorsement.Target.OfIdentity(key));
  }

  private static Change created(TestNode node, Endorsement.Target target) {
    JsonObject unsigned =
        Endorsement.build(
            node.keys().publicKey(),
            TestNode.BOB_ENDPOINT,
            target,
            Optional.empty(),
            Optional.empty(),
            node.node().now());
    return ObjectStore.put(
        ObjectStore.ENDORSEMENTS_CREATED, Signing.sign(unsigned, node.keys(), "endorser_key"));
  }
}
