package org.sovereignbook.sbp.plugins.demo;

import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.ScriptedDemo;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;

/** One node of the demo. */
record DemoNode(
    Profile profile, Node node, PublicKey key, Endpoint endpoint, ScriptedDemo.Runner commands) {

  String name() {
    return profile.name();
  }

  /** Returns the node's folder, as an argument. */
  String home() {
    return node.home().root().toString();
  }

  /** Opens the store for reading only: the node's own processes change it. */
  Store store() {
    return new FileStore(node);
  }
}
