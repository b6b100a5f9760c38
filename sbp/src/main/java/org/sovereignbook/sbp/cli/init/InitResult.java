package org.sovereignbook.sbp.cli.init;

import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/** The node that was made. */
public record InitResult(NodeHome home, IdentityDocument identity, boolean completed)
    implements StepResult {

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public String summary() {
    return (completed ? "completed the interrupted node " : "made the node ") + home.root();
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("home", home.root().toString())
        .put("name", identity.name())
        .put("public_key", identity.publicKey().toString())
        .put("fingerprint", identity.fingerprint().toString())
        .put("endpoint", identity.endpoint().toString())
        .put("completed_interrupted", completed)
        .build();
  }
}
