package org.sovereignbook.sbp.cli.init;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.llm.BuiltinBackend;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Timestamp;

/** The texts of a new node that name it: scripts, services, instructions, handoff report. */
final class NodeTexts {
  private static final List<String> SERVICES =
      List.of("sbp-serve.service", "sbp-tick.service", "sbp-tick.timer", "README.md");

  private final Map<String, String> values = new TreeMap<>();

  NodeTexts(NodeHome home, InitRequest request, IdentityDocument identity, Timestamp now) {
    String root = home.root().toString();
    values.put("name", identity.name());
    values.put("name_systemd", Quoting.systemd(identity.name()));
    values.put("fingerprint", identity.fingerprint().toString());
    values.put("endpoint", identity.endpoint().toString());
    values.put("created_at", now.toString());
    values.put("home", root);
    values.put("home_shell", Quoting.shell(root));
    values.put("home_systemd", Quoting.systemd(root));
    values.put("home_systemd_quoted", Quoting.systemdWord(root));
    values.put("home_xml", Quoting.xml(root));
    values.put("sbp_shell", Quoting.shell(request.program()));
    values.put("sbp_systemd", Quoting.systemdWord(request.program()));
    values.put("sbp_xml", Quoting.xml(request.program()));
    values.put("bind_address", InitialConfig.server(request).bind());
    values.put("port", Integer.toString(request.port()));
    values.put("llm", request.llm().orElse(BuiltinBackend.NAME));
    values.put("bootstrap", bootstrap(request));
    values.put("endpoint_note", endpointNote(request));
    values.put("commands", request.commands().markdown());
  }

  /** Texts by their path below the node directory. */
  SequencedMap<String, String> byPath() {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    texts.put("runtime/lib/README.md", Templates.fill("lib.md", values));
    texts.put("runtime/identity/.gitignore", Templates.text("gitignore"));
    for (String service : SERVICES) {
      texts.put("services/" + service, Templates.fill("services/" + service, values));
    }
    texts.put("CLAUDE.md", Templates.fill("CLAUDE.md", values));
    texts.put("AGENTS.md", Templates.fill("AGENTS.md", values));
    texts.put("HANDOFF-REPORT.md", Templates.fill("HANDOFF-REPORT.md", values));
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
