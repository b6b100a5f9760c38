package org.sovereignbook.sbp.plugins.acp;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.Settings;

/** Conversations in editors that speak the Agent Client Protocol. */
public final class AcpFeature implements LedgerFeature, CommandFeature {
  static final String NAME = "acp";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "conversations with your agent in an editor";
  }

  @Override
  public Settings settings() {
    return AcpSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(AcpFeature.class, "V1__acp.sql"));
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(new FeatureCommand("acp", CommandGroup.TALK, () -> new AcpCommand()));
  }
}
