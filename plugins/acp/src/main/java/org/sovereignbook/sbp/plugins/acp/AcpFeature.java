package org.sovereignbook.sbp.plugins.acp;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.runtime.plugin.ExtensionFeature;

/** Conversations in editors that speak the Agent Client Protocol. */
public final class AcpFeature implements LedgerFeature, CommandFeature, ExtensionFeature {
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

  @Override
  public Map<String, Supplier<? extends ChatBackend>> chats() {
    return Map.of(AcpBackend.NAME, () -> new AcpBackend(System.getenv()));
  }
}
