package org.sovereignbook.sbp.testkit;

import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;

class BuiltinBackendTest extends LlmBackendContract {
  @Override
  protected LlmBackend backend() {
    return new BuiltinBackend();
  }
}
