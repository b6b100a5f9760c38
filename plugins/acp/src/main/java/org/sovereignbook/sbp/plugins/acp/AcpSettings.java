package org.sovereignbook.sbp.plugins.acp;

import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of conversations in editors. */
final class AcpSettings {
  /** Answer to the MCP servers that an editor names. */
  enum Servers {
    /** The session is refused. */
    REFUSE,
    /** The session begins without them. */
    IGNORE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static final Setting<Servers> SERVERS =
      Setting.oneOf(
          "acp.mcp_servers",
          Servers.REFUSE,
          "the MCP servers that an editor names for a session: refuse the session, or begin it"
              + " without them",
          Servers.values());

  static final Settings ALL = Settings.of(SERVERS);

  private AcpSettings() {}
}
