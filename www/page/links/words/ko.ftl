### 링크에 관한 말: 만드는 링크와 열린 링크.

link = 이 실험의 지금 상태로 가는 링크
copy = 복사
copied = 복사했습니다.
copy-by-hand = 입력란에서 직접 복사하세요.
long = 링크가 { $length }자로 깁니다. 메일과 메신저 프로그램 중에는 이런 링크를 잘라 버리는 것이 있습니다.
without-trace = 기록한 실행의 연산까지 담으면 더 길어지므로 뺐습니다.
with-program = 프로그램 포함
with-result = 표시된 결과 포함
course = 수업용 링크 만들기
course-help = 선택한 컨트롤은 링크를 여는 사람에게 보이지 않으며, 여기에서 정한 값을 그대로 유지합니다.
hide = 숨길 항목
opened-experiment = 링크가 가리키는 실험은 여기에 없습니다: “{ $name }”. 여기에 있는 실험은 다음과 같습니다: { $allowed }.
opened-wrong = 링크가 정한 { $name } 값 “{ $value }”: 여기서는 쓸 수 없는 값입니다. 대신 기본값을 표시합니다.
opened-unknown = 링크가 정한 항목 “{ $name }”: 여기서는 알 수 없는 항목입니다. 링크로 정할 수 있는 항목은 다음과 같습니다: { $allowed }.
opened-allowed = { $name } 항목에 줄 수 있는 값: { $allowed }
opened-hide = 링크가 숨기려는 항목은 여기에 없습니다: “{ $name }”. 숨길 수 있는 항목은 다음과 같습니다: { $allowed }.
opened-broken = 링크의 한 부분(“{ $name }”)을 읽을 수 없습니다. 전달되는 도중에 잘렸을 수 있습니다.
opened-result = 링크에 담겨 온 결과를 표시할 수 없습니다. 이 실험의 결과가 아니거나 이 페이지의 다른 버전에서 만든 것입니다.
opened-program = 이 프로그램은 링크에 담겨 왔습니다. 아직 실행하지 않았습니다. 먼저 읽어 보고, 실행하고 싶다면 실행을 누르세요.
