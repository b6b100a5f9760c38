package com.example.almanac;

import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.testkit.LlmBackendContract;

class AlmanacBackendTest extends LlmBackendContract {
  @Override
  protected LlmBackend backend() {
    return new AlmanacBackend();
  }
}
