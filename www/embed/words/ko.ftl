### 실험이 다른 페이지 안에 있을 때, 불러오기 전이나 그 대신 보여 주는 말. 대문자는 나중에 채워진다.

adjust = 먼저 예측하거나 설정 바꾸기
open-in-lab = 실험실에서 열기
recorded-run = TITLE: 기록된 실행(소프트웨어, GPU 아님)
unknown-experiment = 여기에는 “VALUE”라는 실험이 없습니다. 있는 것: ALLOWED.
unknown-value = 속성 ATTRIBUTE의 값은 “VALUE”일 수 없습니다. 가능한 값: ALLOWED.
not-loaded = 실험을 불러오지 못했습니다
not-loaded-remedy = 파일은 ORIGIN에서 옵니다. 페이지의 Content-Security-Policy에서 script-src, connect-src, img-src에 이 주소를 허용하거나 연결을 확인하세요. 실험실이 방금 갱신되었다면 페이지를 다시 불러오세요.
try-again = 다시 시도
