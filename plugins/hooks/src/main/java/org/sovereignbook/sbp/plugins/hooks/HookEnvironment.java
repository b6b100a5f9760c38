package org.sovereignbook.sbp.plugins.hooks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.node.BoundedProcess.Descendants;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Environment variables of hooks: few of this process are passed on.
 *
 * @param environment the variables of this process
 */
record HookEnvironment(Node node, Map<String, String> environment) {
  private static final List<String> PASSED_ON =
      List.of(
          "HOME",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "USER",
          "LOGNAME",
          "XDG_CACHE_HOME",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "JAVA_HOME",
          "SBP_JAVA",
          "SBP_JAVA_OPTS",
          NodeHome.ACCEPT_VARIABLE,
          "SBP_STRANGERS_NODE",
          "JBANG_DIR",
          "JBANG_CACHE_DIR",
          "JBANG_REPO",
          "SystemRoot");

  Map<String, String> of(Path launcher, String run, String token, List<String> credentials) {
    Map<String, String> variables = passedOn();
    putIfThere(credentials, variables);
    variables.put("PATH", launcher.resolveSibling("") + ":" + variables.get("PATH"));
    variables.put("SBP", launcher.toString());
    variables.put(NodeHome.VARIABLE, node.home().root().toString());
    variables.put("SBP_AGENT_TOKEN", token);
    variables.put("SBP_CHANNEL", ToolCall.HOOK);
    variables.put("SBP_HOOK_FOLDER", HookScript.folder(node).toString());
    variables.put(HookPrograms.RUN_VARIABLE, run);
    return variables;
  }

  Map<String, String> passedOn() {
    Map<String, String> variables = new TreeMap<>();
    putIfThere(PASSED_ON, variables);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(Descendants.OF_CHILD)) {
            variables.put(name, value);
          }
        });
    variables.put("PATH", environment.getOrDefault("PATH", "/usr/bin:/bin"));
    return variables;
  }

  private void putIfThere(List<String> names, Map<String, String> variables) {
    for (String name : names) {
      Optional.ofNullable(environment.get(name)).ifPresent(value -> variables.put(name, value));
    }
  }
}
