package org.sovereignbook.sbp.ops.init;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.ops.service.ServiceTexts;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;

/** The texts of a new node that name it: scripts, services, instructions, handoff report. */
final class NodeTexts {
  private final Map<String, String> values = new TreeMap<>();
  private final ServiceTexts services;

  NodeTexts(NodeHome home, InitRequest request, IdentityDocument identity, Timestamp now) {
    String root = home.root().toString();
    services =
        new ServiceTexts(
            ServiceTexts.instanceOf(home.root()),
            identity.name(),
            home.root(),
            request.program(),
            request.serviceEnvironment(),
            home.root());
    values.put("instance", services.instance());
    values.put("serve_unit", services.unit("serve"));
    values.put("tick_unit", services.unit("tick"));
    values.put("name", identity.name());
    values.put("fingerprint", identity.fingerprint().toString());
    values.put("endpoint", identity.endpoint().toString());
    values.put("created_at", now.toString());
    values.put("home", root);
    values.put("home_shell", Quoting.shell(root));
    values.put("sbp_shell", Quoting.shell(request.program()));
    values.put("bind_address", InitialConfig.bind(request));
    values.put("port", Integer.toString(request.port()));
    values.put("llm", request.llm());
    values.put("bootstrap", bootstrap(request));
    values.put("endpoint_note", endpointNote(request));
    values.put("commands", request.commands().markdown());
    values.put("agents", String.join(", ", Component.names(Component.Trait.AGENT)));
    values.put("pipeline_scripts", scripts(true));
    values.put("scheduled_scripts", scripts(false));
  }

  /**
   * Returns the list of scripts: those around an agent, or those that are a component by
   * themselves.
   */
  private static String scripts(boolean aroundAgent) {
    return Steps.ALL.stream()
        .filter(step -> step.component().is(Component.Trait.AGENT) == aroundAgent)
        .map(Step::script)
        .collect(Collectors.joining(", "));
  }

  /** Returns the texts by their path below the node directory. */
  SequencedMap<String, String> byPath() {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    texts.put("runtime/lib/README.md", Resources.fill("lib.md", values));
    texts.put("runtime/access/" + Policies.DEFAULT_FILE, Policies.defaultText());
    texts.put("runtime/identity/.gitignore", Resources.text("templates/gitignore"));
    services.systemd().forEach((unit, text) -> texts.put("services/" + unit, text));
    texts.put("services/README.md", Resources.fill("services/README.md", values));
    // Each coding CLI loads a file of its own; all of them refer to one text.
    texts.put("CLAUDE.md", Resources.fill("CLAUDE.md", values));
    texts.put("GEMINI.md", Resources.fill("CLAUDE.md", values));
    texts.put("AGENTS.md", Resources.fill("AGENTS.md", values));
    texts.put("HANDOFF-REPORT.md", Resources.fill("HANDOFF-REPORT.md", values));
    return texts;
  }

  private static String bootstrap(InitRequest request) {
    return request.seeds().isEmpty()
        ? "No seed was named; `sbp bootstrap --seed URL` joins the network through one."
        : "`sbp bootstrap` joins the network through the seeds in `runtime/scheduler-config.json`.";
  }

  private static String endpointNote(InitRequest request) {
    if (request.local()) {
      return "the node is for this machine only.";
    }
    return request.endpoint().isPresent()
        ? "fetch its `/identity` from another machine once `sbp serve` runs."
        : "it is a loopback address. Set the public one with"
            + " `sbp identity --set endpoint=https://…`";
  }
}
